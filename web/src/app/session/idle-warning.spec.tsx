import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aUser } from '../../testing/api-core-fixtures.ts';
import { aSessionServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const MINUTE = 60_000;
const SECOND = 1_000;

const warning = () => screen.findByRole('dialog', { name: 'Are you still there?' });
const noWarning = () =>
  waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Are you still there?' })).not.toBeInTheDocument(),
  );
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** The laptop sleeps: time goes on, timers do not. */
function sleep(ms: number): void {
  jest.setSystemTime(Date.now() + ms);
}

async function atWork(path = '/import'): Promise<void> {
  openApp(path);
  await screen.findByRole('heading', { level: 1, name: 'Data Import' });
  // The first answer about the session.
  await pass(SECOND);
}

async function signInAgain(): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'admin' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'right horse' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
}

describe('the idle limit', () => {
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'nextTick', 'performance'] });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('warns two minutes before the end and counts down', async () => {
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

  it('puts the keyboard on staying, and lets nothing but an answer close the question', async () => {
    aSessionServer({ idleMinutes: 60 });
    await atWork();
    await pass(58 * MINUTE);
    const dialog = await warning();
    expect(within(dialog).getByRole('button', { name: 'Stay signed in' })).toHaveFocus();
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(await warning()).toBeInTheDocument();
    expect(within(dialog).queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  });

  it('keeps the session for another hour when the user stays, and gives the focus back', async () => {
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

  it('says so when the server did not take it, and goes on counting', async () => {
    const { server } = aSessionServer({ idleMinutes: 60 });
    await atWork();
    await pass(58 * MINUTE);
    server.on('POST /api/auth/stay-signed-in', { status: 503, body: 'The database is not available.' });
    fireEvent.click(within(await warning()).getByRole('button', { name: 'Stay signed in' }));
    expect(
      await screen.findByText(/Your session could not be extended\. The database is not available/),
    ).toBeVisible();
    expect(await warning()).toBeInTheDocument();
  });

  it('signs out at once when asked to, and goes to the root', async () => {
    const { server } = aSessionServer({ idleMinutes: 60 });
    server.on('POST /api/auth/logout', { status: 204 });
    await atWork();
    await pass(58 * MINUTE);
    fireEvent.click(within(await warning()).getByRole('button', { name: 'Sign out now' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(window.location.pathname).toBe('/');
    expect(screen.queryByText(/without activity/)).not.toBeInTheDocument();
  });

  it('ends at zero with the reason, and leads back to the same address after signing in again', async () => {
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

  it('says and asks nothing at the sign-in screen, and warns once after signing in again', async () => {
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

  it('does not lead another user to the address of the one before', async () => {
    aSessionServer({ idleMinutes: 60, next: aUser({ id: 2, username: 'other' }) });
    await atWork('/import?from=2026-01-01');
    await pass(61 * MINUTE);
    await signInAgain();
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/');
  });

  it('ends a deserted screen also when the server cannot be asked', async () => {
    const { server } = aSessionServer({ idleMinutes: 60 });
    await atWork();
    server.goDown();
    await pass(58 * MINUTE);
    await warning();
    await pass(3 * MINUTE);
    expect(await screen.findByText(/signed out after 60 minutes without activity/)).toBeVisible();
  });

  it('does not warn when another tab is active', async () => {
    const { workInAnotherTab: actElsewhere } = aSessionServer({ idleMinutes: 60 });
    await atWork();
    await pass(30 * MINUTE);
    actElsewhere();
    await pass(29 * MINUTE);
    await noWarning();
    await pass(30 * MINUTE);
    expect(await warning()).toBeInTheDocument();
  });

  it('takes the warning away when another tab stays', async () => {
    const { workInAnotherTab: actElsewhere } = aSessionServer({ idleMinutes: 60 });
    await atWork();
    await pass(58 * MINUTE);
    expect(await warning()).toBeInTheDocument();
    actElsewhere();
    await pass(6 * SECOND);
    await noWarning();
  });

  it('is found out after the laptop has slept, without a timer that came in time', async () => {
    aSessionServer({ idleMinutes: 60 });
    await atWork();
    sleep(8 * 60 * MINUTE);
    await pass(16 * SECOND);
    expect(await screen.findByText(/signed out after 60 minutes without activity/)).toBeVisible();
  });

  it('is found out at once when the tab comes to the front', async () => {
    aSessionServer({ idleMinutes: 60 });
    await atWork();
    sleep(8 * 60 * MINUTE);
    fireEvent(document, new Event('visibilitychange'));
    await pass(SECOND);
    expect(await screen.findByText(/signed out after 60 minutes without activity/)).toBeVisible();
  });

  it('counts by the server’s clock when that of the computer is wrong', async () => {
    aSessionServer({ idleMinutes: 10, minutesAhead: -5 * 60 });
    await atWork();
    await pass(7 * MINUTE);
    await noWarning();
    await pass(MINUTE);
    expect(await warning()).toBeInTheDocument();
  });

  it('warns half the limit ahead when that is shorter than two minutes', async () => {
    aSessionServer({ idleMinutes: 2 });
    await atWork();
    await pass(50 * SECOND);
    await noWarning();
    await pass(10 * SECOND);
    expect(await warning()).toBeInTheDocument();
  });

  it('asks nothing and reports nothing when it is off', async () => {
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

  it('asks again when the server could not say at first', async () => {
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

describe('somebody who works without causing requests', () => {
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'nextTick', 'performance'] });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('is reported every five minutes, and never warned', async () => {
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

  it('is reported four times per limit when the limit is short', async () => {
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

  it('does not count a pointer that rests while the page moves under it', async () => {
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
