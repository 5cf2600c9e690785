import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aUser } from '../../testing/api-core-fixtures.ts';
import { aSessionServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const MINUTE = 60_000;
const SECOND = 1_000;

const warning = () => screen.findByRole('dialog', { name: 'Are you still there?' });
const noWarning = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: 'Are you still there?' })).not.toBeInTheDocument());
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** While a laptop sleeps, time passes but timers do not run. */
function sleep(ms: number): void {
  jest.setSystemTime(Date.now() + ms);
}

async function atWork(path = '/import'): Promise<void> {
  openApp(path);
  await screen.findByRole('heading', { level: 1, name: 'Data Import' });
  // Waits for the first response about the session.
  await pass(SECOND);
}

async function signInAgain(): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'admin' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'right horse' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
}

describe('idle limit', () => {
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'nextTick', 'performance'] });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('the idle warning appears two minutes before the end of the session and counts down', async () => {
    aSessionServer({ idleMinutes: 60 });
    await atWork();
    await pass(57 * MINUTE);
    await noWarning();
    await pass(MINUTE);
    const dialog = within(await warning());
    expect(dialog.getByText(/signs you out after 60 minutes without activity/)).toBeInTheDocument();
    expect(dialog.getByRole('timer')).toHaveTextContent(/^1:5\d$/);
    await pass(30 * SECOND);
    expect(dialog.getByRole('timer')).toHaveTextContent(/^1:2\d$/);
    expect(document.title).toMatch(/^Signing out in 1:2\d · Clearwatch$/);
  });

  it('the idle warning focuses Stay signed in and closes only when the user responds', async () => {
    aSessionServer({ idleMinutes: 60 });
    await atWork();
    await pass(58 * MINUTE);
    const dialog = await warning();
    expect(within(dialog).getByRole('button', { name: 'Stay signed in' })).toHaveFocus();
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(await warning()).toBeInTheDocument();
    expect(within(dialog).queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  });

  it('the idle warning extends the session by an hour when the user stays, and restores the focus', async () => {
    const { server, minutesLeft } = aSessionServer({ idleMinutes: 60 });
    await atWork();
    const link = screen.getByRole('link', { name: 'Data Import' });
    act(() => link.focus());
    await pass(58 * MINUTE);
    await warning();
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Stay signed in' }));
    fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await noWarning();
    expect(minutesLeft()).toBeGreaterThan(59);
    expect(server.requestsTo('POST /api/auth/stay-signed-in')).toHaveLength(1);
    expect(document.title).toBe('Data Import · Clearwatch');
    await waitFor(() => expect(link).toHaveFocus());
    await pass(57 * MINUTE);
    await noWarning();
    await pass(MINUTE);
    expect(await warning()).toBeInTheDocument();
  });

  it('the idle warning reports a failed extension and stays open', async () => {
    const { server } = aSessionServer({ idleMinutes: 60 });
    await atWork();
    await pass(58 * MINUTE);
    server.on('POST /api/auth/stay-signed-in', { status: 503, body: 'The database is not available.' });
    fireEvent.click(within(await warning()).getByRole('button', { name: 'Stay signed in' }));
    expect(await screen.findByText(/Your session could not be extended\. The database is not available/)).toBeVisible();
    expect(await warning()).toBeInTheDocument();
  });

  it('the idle warning signs out on request and opens the root address', async () => {
    const { server } = aSessionServer({ idleMinutes: 60 });
    server.on('POST /api/auth/logout', { status: 204 });
    await atWork();
    await pass(58 * MINUTE);
    fireEvent.click(within(await warning()).getByRole('button', { name: 'Sign out now' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(window.location.pathname).toBe('/');
    expect(screen.queryByText(/without activity/)).not.toBeInTheDocument();
  });

  it('an idle session is signed out at zero with the reason, and signing in returns to the same address', async () => {
    aSessionServer({ idleMinutes: 60 });
    await atWork('/import?from=2026-01-01');
    await pass(58 * MINUTE);
    await warning();
    await pass(2 * MINUTE + SECOND);
    expect(
      await screen.findByText(
        'You were signed out after 60 minutes without activity. Sign in to continue where you left off.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await signInAgain();
    expect(await screen.findByRole('heading', { level: 1, name: 'Data Import' })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/import?from=2026-01-01');
  });

  it('the idle warning stays inactive on the sign-in screen and appears once after the next sign-in', async () => {
    const { server } = aSessionServer({ idleMinutes: 60 });
    await atWork();
    await pass(58 * MINUTE);
    await warning();
    await pass(2 * MINUTE + SECOND);
    await screen.findByRole('button', { name: 'Sign In' });
    const requestCount = server.requestsTo('GET /api/auth/session').length;
    await pass(120 * MINUTE);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(server.requestsTo('GET /api/auth/session')).toHaveLength(requestCount);
    await signInAgain();
    await screen.findByRole('heading', { level: 1, name: 'Data Import' });
    await pass(SECOND);
    await pass(58 * MINUTE);
    await warning();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('the address from before an idle sign-out is not opened for a different user', async () => {
    aSessionServer({ idleMinutes: 60, next: aUser({ id: 2, username: 'other' }) });
    await atWork('/import?from=2026-01-01');
    await pass(61 * MINUTE);
    await signInAgain();
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/');
  });

  it('an idle screen is signed out even when the server cannot be reached', async () => {
    const { server } = aSessionServer({ idleMinutes: 60 });
    await atWork();
    server.goDown();
    await pass(58 * MINUTE);
    await warning();
    await pass(3 * MINUTE);
    expect(await screen.findByText(/signed out after 60 minutes without activity/)).toBeVisible();
  });

  it('the idle warning does not appear while another tab is active', async () => {
    const { workInAnotherTab: actElsewhere } = aSessionServer({ idleMinutes: 60 });
    await atWork();
    await pass(30 * MINUTE);
    actElsewhere();
    await pass(29 * MINUTE);
    await noWarning();
    await pass(30 * MINUTE);
    expect(await warning()).toBeInTheDocument();
  });

  it('the idle warning disappears when another tab stays signed in', async () => {
    const { workInAnotherTab: actElsewhere } = aSessionServer({ idleMinutes: 60 });
    await atWork();
    await pass(58 * MINUTE);
    expect(await warning()).toBeInTheDocument();
    actElsewhere();
    await pass(6 * SECOND);
    await noWarning();
  });

  it('the end of an idle session is detected after the laptop slept through its timers', async () => {
    aSessionServer({ idleMinutes: 60 });
    await atWork();
    sleep(8 * 60 * MINUTE);
    await pass(16 * SECOND);
    expect(await screen.findByText(/signed out after 60 minutes without activity/)).toBeVisible();
  });

  it('the end of an idle session is detected when the tab becomes visible', async () => {
    aSessionServer({ idleMinutes: 60 });
    await atWork();
    sleep(8 * 60 * MINUTE);
    fireEvent(document, new Event('visibilitychange'));
    await pass(SECOND);
    expect(await screen.findByText(/signed out after 60 minutes without activity/)).toBeVisible();
  });

  it('the idle warning follows the server’s clock when the computer’s clock is wrong', async () => {
    aSessionServer({ idleMinutes: 10, minutesAhead: -5 * 60 });
    await atWork();
    await pass(7 * MINUTE);
    await noWarning();
    await pass(MINUTE);
    expect(await warning()).toBeInTheDocument();
  });

  it('the idle warning appears at half the limit when that is shorter than two minutes', async () => {
    aSessionServer({ idleMinutes: 2 });
    await atWork();
    await pass(50 * SECOND);
    await noWarning();
    await pass(10 * SECOND);
    expect(await warning()).toBeInTheDocument();
  });

  it('the session is requested only once when the idle limit is off', async () => {
    const { server } = aSessionServer({ idleMinutes: 60 });
    server.on('GET /api/auth/session', {
      body: { now: '2026-11-20T09:00:00Z', idleAt: null, idleMinutes: 0, expiresAt: '2026-11-27T09:00:00Z' },
    });
    await atWork();
    await pass(24 * 60 * MINUTE);
    fireEvent.pointerDown(document.body);
    await pass(MINUTE);
    await noWarning();
    expect(server.requestsTo('GET /api/auth/session')).toHaveLength(1);
    expect(server.requestsTo('POST /api/auth/stay-signed-in')).toHaveLength(0);
  });

  it('the session request for the idle limit is retried when the first one fails', async () => {
    const { server } = aSessionServer({ idleMinutes: 60 });
    server.on('GET /api/auth/session', { status: 503 });
    await atWork();
    await pass(5 * MINUTE);
    const questions = server.requestsTo('GET /api/auth/session').length;
    expect(questions).toBeGreaterThanOrEqual(5);
    expect(questions).toBeLessThanOrEqual(7);
    await noWarning();
  });
});

describe('user activity', () => {
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'nextTick', 'performance'] });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('a user who works without sending requests is reported as active every five minutes and never warned', async () => {
    const { server } = aSessionServer({ idleMinutes: 60 });
    await atWork();
    for (let minute = 0; minute < 90; minute += 1) {
      fireEvent.keyDown(document.body, { key: 'ArrowDown' });
      await pass(MINUTE);
    }
    await noWarning();
    const reports = server.requestsTo('POST /api/auth/stay-signed-in').length;
    expect(reports).toBeGreaterThanOrEqual(15);
    expect(reports).toBeLessThanOrEqual(18);
  }, 60_000);

  it('a user who works without sending requests is reported four times per limit when the limit is short', async () => {
    const { server } = aSessionServer({ idleMinutes: 4 });
    await atWork();
    for (let half = 0; half < 16; half += 1) {
      fireEvent.pointerDown(document.body);
      await pass(MINUTE / 2);
    }
    const reports = server.requestsTo('POST /api/auth/stay-signed-in').length;
    expect(reports).toBeGreaterThanOrEqual(6);
    expect(reports).toBeLessThanOrEqual(8);
  }, 60_000);

  it('a user is not considered active when the page moves under a resting pointer', async () => {
    const { server } = aSessionServer({ idleMinutes: 60 });
    await atWork();
    await pass(30 * MINUTE);
    fireEvent(
      document.body,
      Object.assign(new Event('pointermove', { bubbles: true }), { movementX: 0, movementY: 0 }),
    );
    await pass(SECOND);
    expect(server.requestsTo('POST /api/auth/stay-signed-in')).toHaveLength(0);
    fireEvent(
      document.body,
      Object.assign(new Event('pointermove', { bubbles: true }), { movementX: 3, movementY: 0 }),
    );
    await pass(SECOND);
    expect(server.requestsTo('POST /api/auth/stay-signed-in')).toHaveLength(1);
  });
});
