import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aLoginAnswer, aSession, aUser } from '../../testing/api-core-fixtures.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const HERE = aSession({ id: 'here', isCurrent: true, browser: 'Chrome on Windows' });
const THERE = aSession({ id: 'there', browser: 'Firefox on Linux', address: '10.0.0.17' });

function anAccount(): FakeServer {
  return aSignedInServer()
    .on('GET /api/auth/sessions', { body: [HERE, THERE] })
    .on('DELETE /api/auth/sessions/there', { status: 204 })
    .on('DELETE /api/auth/sessions', { body: { ended: 1 } });
}

async function atTheAccount(): Promise<UserEvent> {
  const user = openApp('/account');
  await screen.findByText('Sign-ins');
  return user;
}

const theSessions = () => screen.findByRole('table', { name: 'Your sessions' });

describe('sign-ins', () => {
  it('the account screen opens from the account menu and is not in the sidebar', async () => {
    anAccount();
    const user = openApp();
    await user.click(await screen.findByRole('button', { name: /My Account/ }));
    await user.click(await screen.findByRole('menuitem', { name: /Account & Security/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Account & Security' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Account & Security' })).not.toBeInTheDocument();
  });

  it('the account screen shows the last sign-in, the failed attempts since, and the latest failed attempt', async () => {
    anAccount().on('GET /api/auth/user', {
      body: aUser({
        lastLogin: new Date(2026, 10, 19, 8, 12).toISOString(),
        failedSinceLastLogin: 2,
        lastFailedLogin: new Date(2026, 10, 20, 3, 5).toISOString(),
      }),
    });
    await atTheAccount();
    expect(screen.getByText('Nov 19, 2026 08:12')).toBeVisible();
    expect(screen.getByText('Failed attempts since then').nextSibling).toHaveTextContent('2');
    expect(screen.getByText('Nov 20, 2026 03:05')).toBeVisible();
    expect(screen.getByText('If that was not you, change your password and tell an admin.')).toBeVisible();
  });

  it('the account screen shows no warning without failed attempts', async () => {
    anAccount();
    await atTheAccount();
    expect(screen.getByText('None. This is your first sign-in.')).toBeVisible();
    expect(screen.queryByText('Latest failed attempt')).not.toBeInTheDocument();
    expect(screen.queryByText(/If that was not you/)).not.toBeInTheDocument();
  });

  it('the account screen explains what to do about a lost phone', async () => {
    anAccount();
    await atTheAccount();
    expect(screen.getByText(/You sign in with your password and a code/)).toBeVisible();
    expect(screen.getByText(/Use a recovery code/)).toBeVisible();
    expect(screen.getByText(/Ask an admin to reset your two-factor authentication/)).toBeVisible();
  });
});

describe('own password', () => {
  async function change(user: UserEvent, next = 'battery staple', again = next): Promise<void> {
    const fields = [
      ['Current password', 'right horse'],
      ['New password', next],
      ['Confirm new password', again],
    ] as const;
    for (const [label, text] of fields) {
      await user.click(screen.getByLabelText(label));
      await user.paste(text);
    }
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
  }

  it('changing your own password ends the other sessions, confirms it, and clears the form', async () => {
    const server = anAccount().on('POST /api/auth/change-password', () => {
      server.on('GET /api/auth/sessions', { body: [HERE] });
      return { body: aLoginAnswer({ user: aUser() }) };
    });
    const user = await atTheAccount();
    expect(within(await theSessions()).getByText('Firefox on Linux')).toBeVisible();
    await change(user);
    expect(await screen.findByText('You stay signed in here; your other sessions have ended.')).toBeVisible();
    expect(screen.getByLabelText('Current password')).toHaveValue('');
    await waitFor(() => expect(screen.queryByText('Firefox on Linux')).not.toBeInTheDocument());
    expect(server.requestsTo('POST /api/auth/change-password')[0]?.body).toEqual({
      currentPassword: 'right horse',
      newPassword: 'battery staple',
    });
  });

  it('a refused password change shows the server’s message and keeps the user signed in', async () => {
    anAccount().on('POST /api/auth/change-password', {
      status: 422,
      body: 'The current password is not right.',
    });
    const user = await atTheAccount();
    await change(user);
    expect(await screen.findByText('The current password is not right.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Account & Security' })).toBeVisible();
  });

  it('a password change with a different confirmation is rejected without a request', async () => {
    const server = anAccount();
    const user = await atTheAccount();
    await change(user, 'battery staple', 'battery stable');
    expect(await screen.findByText("Passwords don't match")).toBeVisible();
    expect(server.requestsTo('POST /api/auth/change-password')).toHaveLength(0);
  });
});

describe('own sessions', () => {
  const endFirefox = () => screen.findByLabelText('End Firefox on Linux at 10.0.0.17, signed in Nov 20, 2026 08:12');
  const endOthers = () => screen.findByText('End all other sessions');

  /** By text: role queries over the whole page take seconds in jsdom. */
  async function theQuestion(title: string) {
    const dialog = (await screen.findByText(title)).closest<HTMLElement>('[role="dialog"]');
    return within(dialog ?? document.body);
  }

  it('your own sessions are listed with browser, address and times, and the current one is marked', async () => {
    anAccount();
    await atTheAccount();
    const [, here, there] = within(await theSessions()).getAllByRole('row');
    expect(here).toHaveTextContent('Chrome on WindowsThis session');
    expect(there).toHaveTextContent('Firefox on Linux10.0.0.17Nov 20, 2026 08:12Nov 20, 2026 09:30');
  });

  it('one of your own sessions ends after confirmation', async () => {
    const server = anAccount();
    const user = await atTheAccount();
    await user.click(await endFirefox());
    const question = await theQuestion('End this session?');
    expect(question.getByText(/Firefox on Linux at 10\.0\.0\.17 will be signed out/)).toBeInTheDocument();
    expect(server.requestsTo('DELETE /api/auth/sessions/there')).toHaveLength(0);
    server.on('GET /api/auth/sessions', { body: [HERE] });
    await user.click(question.getByText('End session'));
    expect(await screen.findByText('1 session ended.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('End this session?')).not.toBeInTheDocument());
    expect(screen.queryByText('Firefox on Linux')).not.toBeInTheDocument();
    expect(screen.queryByText('End all other sessions')).not.toBeInTheDocument();
  });

  it('your own sessions stay when the confirmation is canceled', async () => {
    const server = anAccount();
    const user = await atTheAccount();
    await user.click(await endFirefox());
    await user.click((await theQuestion('End this session?')).getByText('Cancel'));
    await waitFor(() => expect(screen.queryByText('End this session?')).not.toBeInTheDocument());
    expect(server.requestsTo('DELETE /api/auth/sessions/there')).toHaveLength(0);
  });

  it('all your other sessions end together, with one request for a double click', async () => {
    const answer = heldAnswer({ body: { ended: 1 } });
    const server = anAccount().on('DELETE /api/auth/sessions', answer.respond);
    const user = await atTheAccount();
    await user.click(await endOthers());
    const question = await theQuestion('End all other sessions?');
    expect(question.getByText(/1 other browser will be signed out/)).toBeInTheDocument();
    await user.dblClick(question.getByText('End all other sessions'));
    expect(await question.findByRole('button', { name: 'Ending...' })).toBeDisabled();
    act(() => answer.release());
    expect(await screen.findByText('1 session ended.')).toBeVisible();
    expect(server.requestsTo('DELETE /api/auth/sessions')).toHaveLength(1);
  });

  it('ending a session that has already ended causes no error', async () => {
    anAccount().on('DELETE /api/auth/sessions/there', { status: 404, body: 'There is no such session.' });
    const user = await atTheAccount();
    await user.click(await endFirefox());
    await user.click((await theQuestion('End this session?')).getByText('End session'));
    expect(await screen.findByText('They had already ended.')).toBeVisible();
  });

  it('the reason is shown when your other sessions could not be ended', async () => {
    anAccount().on('DELETE /api/auth/sessions', { status: 503, body: 'The database is not available.' });
    const user = await atTheAccount();
    await user.click(await endOthers());
    const question = await theQuestion('End all other sessions?');
    await user.click(question.getByText('End all other sessions'));
    expect(await screen.findByText('The database is not available.')).toBeVisible();
  });

  it('your session in this browser ends with sign-out', async () => {
    const server = anAccount().on('POST /api/auth/logout', { status: 204 });
    const user = await atTheAccount();
    await user.click(within(await theSessions()).getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(window.location.pathname).toBe('/');
    expect(server.requestsTo('POST /api/auth/logout')).toHaveLength(1);
  });

  it('the list of your own sessions shows a load error and can be retried', async () => {
    const server = anAccount().on('GET /api/auth/sessions', {
      status: 503,
      body: 'The database is not available.',
      headers: { 'X-Request-Id': 'req-9' },
    });
    const user = await atTheAccount();
    expect(await screen.findByText('Your sessions could not be loaded.')).toBeVisible();
    expect(screen.getByText('Request req-9')).toBeVisible();
    server.on('GET /api/auth/sessions', { body: [HERE] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await theSessions()).toBeVisible();
  });
});
