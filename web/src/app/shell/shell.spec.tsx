import { jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aUser, someMetrics } from '../../testing/api-core-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { SCREEN_URLS } from '../../testing/screen-urls.ts';
import { SCREENS, screenAt } from '../screens.ts';

async function openAccountMenu(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /My Account/ }));
  await screen.findByRole('menuitem', { name: /Sign Out/ });
}

describe('the application shell', () => {
  it('the sidebar lists exactly the existing screens and marks the open one [spec 2.1.1, 2.1.2, 2.1.3]', async () => {
    aSignedInServer();
    openApp();
    const navigation = await screen.findByRole('navigation', { name: 'Main' });
    const entries = within(navigation).getAllByRole('link');
    expect(entries.map(({ textContent }) => textContent)).toEqual(
      SCREENS.filter(({ inSidebar }) => inSidebar !== false).map(({ label }) => label),
    );
    expect(within(navigation).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByText('Analytics Suite')).toBeVisible();
  });

  it('every screen has a browser test', () => {
    const seen = SCREEN_URLS.map((address) => screenAt(SCREENS, address.split('?')[0] ?? ''));
    expect(SCREENS.filter((screen) => !seen.includes(screen)).map(({ path }) => path)).toEqual([]);
  });

  it('the heading and the browser tab show the page title [spec 2.3.1]', async () => {
    aSignedInServer();
    const user = openApp();
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Dashboard Overview');
    expect(document.title).toBe('Dashboard Overview · Clearwatch');
    await user.click(screen.getByRole('link', { name: 'Data Import' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Data Import' })).toBeVisible();
    expect(document.title).toBe('Data Import · Clearwatch');
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it('an unknown address shows 404 Page Not Found [spec 2.1.6]', async () => {
    aSignedInServer();
    openApp('/nowhere');
    expect(await screen.findByText('404 Page Not Found')).toBeVisible();
    expect(screen.queryByText(/Only admins can open/)).not.toBeInTheDocument();
  });

  it('the account menu shows the signed-in user and the role [spec 2.3.4]', async () => {
    aSignedInServer().on('GET /api/auth/user', {
      body: aUser({
        username: 'analyst-7',
        role: 'User',
        lastLogin: new Date(2026, 10, 19, 8, 12).toISOString(),
      }),
    });
    const user = openApp();
    await openAccountMenu(user);
    expect(screen.getByText('My Account')).toBeInTheDocument();
    expect(screen.getAllByText('analyst-7').at(-1)).toBeInTheDocument();
    expect(screen.getByText('User')).toBeInTheDocument();
    expect(screen.getByText('Last sign-in Nov 19, 2026 08:12')).toBeInTheDocument();
  });

  it('the account menu shows that this is the first sign-in', async () => {
    aSignedInServer();
    const user = openApp();
    await openAccountMenu(user);
    expect(screen.getByText('This is your first sign-in')).toBeInTheDocument();
  });

  it('the account menu offers user management only to admins [spec 2.3.4]', async () => {
    const server = aSignedInServer();
    const user = openApp();
    await openAccountMenu(user);
    const entries = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(entries()).toEqual(['User Management', 'Settings', 'Account & Security', 'Sign Out']);
    cleanup();
    server.on('GET /api/auth/user', { body: aUser({ role: 'User' }) });
    const other = openApp();
    await openAccountMenu(other);
    expect(entries()).toEqual(['Settings', 'Account & Security', 'Sign Out']);
  });

  it('a notice shows failed sign-ins since the last sign-in until it is dismissed', async () => {
    aSignedInServer().on('GET /api/auth/user', {
      body: aUser({
        lastLogin: new Date(2026, 10, 19, 8, 12).toISOString(),
        failedSinceLastLogin: 2,
        lastFailedLogin: new Date(2026, 10, 20, 3, 5).toISOString(),
      }),
    });
    const user = openApp();
    const notice = await screen.findByText(/2 failed sign-in attempts since your last sign-in on Nov 19, 2026 08:12\./);
    expect(notice).toHaveTextContent('If that was not you, change your password and tell an admin.');
    expect(within(notice).getByRole('link', { name: 'change your password' })).toHaveAttribute('href', '/account');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(/failed sign-in attempts/)).not.toBeInTheDocument());
    cleanup();
    openApp();
    await screen.findByText('$1,501');
    expect(screen.queryByText(/failed sign-in attempts/)).not.toBeInTheDocument();
  });

  it('signing out clears cached data and opens the root address [spec 4.2]', async () => {
    const server = aSignedInServer().on('POST /api/auth/logout', { status: 204 });
    const user = openApp('/import');
    await openAccountMenu(user);
    await user.click(screen.getByRole('menuitem', { name: /Sign Out/ }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(window.location.pathname).toBe('/');
    expect(server.requestsTo('POST /api/auth/logout')).toHaveLength(1);
  });

  it('a failed sign-out is reported and keeps the user signed in [spec 2.3.5]', async () => {
    aSignedInServer().on('POST /api/auth/logout', {
      status: 503,
      body: 'The session store is not available.',
    });
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const user = openApp();
    await openAccountMenu(user);
    await user.click(screen.getByRole('menuitem', { name: /Sign Out/ }));
    expect(await screen.findByText('Sign-Out Failed')).toBeVisible();
    expect(log).toHaveBeenCalledWith('Sign-out failed', expect.objectContaining({ status: 503 }));
    log.mockRestore();
    expect(screen.getByText(/You are still signed in\. The session store is not available/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  });

  it('the User Guide button opens the guide [spec 2.3.2]', async () => {
    aSignedInServer();
    const user = openApp();
    await user.click(await screen.findByRole('button', { name: /User Guide/ }));
    expect(await screen.findByLabelText('Search the guide')).toBeInTheDocument();
  });

  it('the theme button switches between light and dark, and the choice is remembered', async () => {
    aSignedInServer();
    const user = openApp();
    await user.click(await screen.findByRole('button', { name: 'Switch to the dark theme' }));
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    expect(await screen.findByRole('button', { name: 'Switch to the light theme' })).toBeVisible();
    expect(localStorage.getItem('clearwatch.theme')).toBe('dark');
  });

  it('interrupted live updates are reported, and data is refetched when they resume', async () => {
    const server = aSignedInServer();
    openApp();
    expect(await screen.findByText('$1,501')).toBeVisible();
    FakeEventSource.refusing = true;
    act(() => FakeEventSource.fail());
    expect(await screen.findByText(/Live updates are interrupted/)).toBeVisible();
    FakeEventSource.refusing = false;
    server.on('GET /api/metrics/30', { body: someMetrics({ totalCredits: '2000.00' }) });
    expect(await screen.findByText('$2,000')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/Live updates are interrupted/)).not.toBeInTheDocument());
  });

  it('no notice appears when live updates reconnect immediately', async () => {
    const server = aSignedInServer();
    openApp();
    expect(await screen.findByText('$1,501')).toBeVisible();
    act(() => FakeEventSource.fail());
    server.on('GET /api/metrics/30', { body: someMetrics({ totalCredits: '2000.00' }) });
    await waitFor(() => {
      expect(screen.queryByText(/Live updates are interrupted/)).not.toBeInTheDocument();
      expect(screen.getByText('$2,000')).toBeVisible();
    });
  });

  it('the sign-in screen opens when live updates ended with the session', async () => {
    const server = aSignedInServer();
    openApp();
    await screen.findByText('$1,501');
    server.on('GET /api/auth/user', { status: 401 });
    FakeEventSource.refusing = true;
    act(() => FakeEventSource.fail());
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
  });

  it('the sign-in screen opens when the session is gone after the server restarts', async () => {
    const server = aSignedInServer();
    openApp();
    await screen.findByText('$1,501');
    server.on('GET /api/auth/user', { status: 503 });
    FakeEventSource.refusing = true;
    act(() => FakeEventSource.fail());
    await waitFor(() => expect(server.requestsTo('GET /api/auth/user')).toHaveLength(2));
    server.on('GET /api/auth/user', { status: 401 });
    act(() => FakeEventSource.fail());
    expect(await screen.findByRole('button', { name: 'Sign In' }, { timeout: 6_000 })).toBeVisible();
  }, 15_000);

  it('the screen clears its data when another tab has signed in a different user', async () => {
    const server = aSignedInServer();
    openApp();
    await screen.findByText('$1,501');
    server
      .on('GET /api/auth/user', { body: aUser({ id: 2, username: 'analyst-7', role: 'User' }) })
      .on('GET /api/metrics/30', { body: someMetrics({ totalCredits: '2000.00' }) });
    FakeEventSource.refusing = true;
    act(() => FakeEventSource.fail());
    expect(await screen.findByRole('button', { name: 'My Account: analyst-7' })).toBeVisible();
    expect(await screen.findByText('$2,000')).toBeVisible();
  });

  it('the screen clears the data of the previous user even when live updates reconnect immediately', async () => {
    const server = aSignedInServer();
    openApp();
    await screen.findByText('$1,501');
    server
      .on('GET /api/auth/user', { body: aUser({ id: 2, username: 'analyst-7', role: 'User' }) })
      .on('GET /api/metrics/30', { body: someMetrics({ totalCredits: '2000.00' }) });
    act(() => FakeEventSource.fail());
    expect(await screen.findByRole('button', { name: 'My Account: analyst-7' })).toBeVisible();
    expect(await screen.findByText('$2,000')).toBeVisible();
  });

  it('the theme chosen in another tab is applied', async () => {
    aSignedInServer();
    openApp();
    await screen.findByRole('button', { name: 'Switch to the dark theme' });
    localStorage.setItem('clearwatch.theme', 'dark');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'clearwatch.theme' })));
    expect(await screen.findByRole('button', { name: 'Switch to the light theme' })).toBeVisible();
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    // For the first paint of the next page.
    expect(document.cookie).toContain('clearwatch-theme=dark');
  });

  it('the open screen stays when live updates fail and the server has an error', async () => {
    const server = aSignedInServer();
    openApp();
    await screen.findByText('$1,501');
    server.on('GET /api/auth/user', { status: 503 });
    FakeEventSource.refusing = true;
    act(() => FakeEventSource.fail());
    await waitFor(() => expect(server.requestsTo('GET /api/auth/user')).toHaveLength(2));
    expect(screen.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  });
});

describe('changes that others made to the account', () => {
  const changes = [
    { kind: 'password_reset_kept', by: 'ben', at: '2026-11-20T09:00:00Z' },
    { kind: 'two_factor_reset', by: 'ben', at: '2026-11-20T08:00:00Z' },
  ] as const;

  beforeEach(() => sessionStorage.clear());
  afterEach(() => sessionStorage.clear());

  it('users are told on every screen until they dismiss it, and read all changes in their account [finding E 4]', async () => {
    aSignedInServer().on('GET /api/auth/user', { body: aUser({ accountChanges: [...changes] }) });
    const user = openApp('/import');
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(/ben reset your password without requiring you to change it/);
    expect(notice).toHaveTextContent(/1 other change before that/);
    await user.click(within(notice).getByRole('link', { name: 'Show changes' }));
    expect(await screen.findByRole('heading', { name: 'Changes by others' })).toBeVisible();
    expect(screen.getByText(/ben reset your two-factor authentication/)).toBeVisible();
    expect(notice).not.toBeInTheDocument();
  });

  it('a dismissed notice about changes does not come back in this tab', async () => {
    aSignedInServer().on('GET /api/auth/user', { body: aUser({ accountChanges: [...changes] }) });
    const user = openApp('/import');
    const notice = await screen.findByRole('alert');
    await user.click(within(notice).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    cleanup();
    openApp('/import');
    await screen.findByRole('heading', { level: 1, name: 'Data Import' });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
