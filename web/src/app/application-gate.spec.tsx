import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { aLoginAnswer, aUser } from '../testing/api-core-fixtures.ts';
import { heldAnswer } from '../testing/fake-server.ts';
import { aServer, aSignedInServer } from '../testing/fake-server-setups.ts';
import { openApp } from '../testing/open-app.tsx';
import { GateBoundary } from './application-gate.tsx';

describe('the application gate', () => {
  it('the application shows a spinner with the text Loading... until the current user is known [spec 2.2.1]', async () => {
    const user = heldAnswer({ status: 401 });
    aServer().on('GET /api/auth/user', user.respond);
    openApp();
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent(/^Loading\.\.\.$/);
    expect(status.querySelector('.first-frame-spinner')).toBeInTheDocument();
    user.release();
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
  });

  it('the application treats 401 as signed out, not as an error [spec 2.2.3, 4.1, 8.1]', async () => {
    aServer();
    openApp();
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    [403, 'Unauthorized'],
    [500, 'The identity provider answered 401.'],
  ])('the application treats a %d response with the text "%s" as signed out', async (status, body) => {
    aServer().on('GET /api/auth/user', { status, body });
    openApp();
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
  });

  it('the application does not treat a request ID that contains 401 as signed out', async () => {
    aServer().on('GET /api/auth/user', {
      status: 500,
      body: 'Something went wrong on the server. Request ID: 4011-77',
    });
    openApp();
    expect(await screen.findByRole('heading', { name: 'Clearwatch has a problem' })).toBeVisible();
  });

  it('the application opens the dashboard for a signed-in user [spec 2.2.3, 2.3.1]', async () => {
    aSignedInServer();
    openApp();
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();
    expect(screen.getByText('Monitor ACH transactions and member activity')).toBeVisible();
  });

  it('the application reports an unreachable server instead of asking for a password, and recovers [spec 4.1]', async () => {
    const server = aSignedInServer();
    server.goDown();
    const person = openApp();
    expect(await screen.findByRole('heading', { name: 'Clearwatch cannot be reached' })).toBeVisible();
    expect(screen.getByText(/You are still signed in/)).toBeVisible();
    server.comeBack();
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  });

  it('the application shows the request ID when the current user cannot be loaded', async () => {
    aServer().on('GET /api/auth/user', {
      status: 503,
      body: 'The database is not available.',
      headers: { 'X-Request-Id': 'req-42' },
    });
    openApp();
    expect(await screen.findByRole('heading', { name: 'Clearwatch has a problem' })).toBeVisible();
    expect(screen.getByText('Request req-42')).toBeVisible();
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  });

  it('the application shows what the server is waiting for and continues when it responds again', async () => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'nextTick', 'performance'] });
    const sentence = 'The database is starting or recovering. Please try again in a moment.';
    const server = aSignedInServer().on('GET /api/auth/user', { status: 503, body: sentence });
    openApp();
    expect(await screen.findByText(new RegExp(sentence))).toBeVisible();
    server.on('GET /api/auth/user', { body: aUser() });
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(await screen.findByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
    jest.useRealTimers();
  });

  it('the application opens the two-factor setup for a user without it [spec 2.2.2]', async () => {
    aSignedInServer().on('GET /api/auth/user', { body: aUser({ twoFactorEnabled: false }) });
    openApp();
    expect(await screen.findByRole('heading', { name: 'Set Up Two-Factor Authentication' })).toBeVisible();
  });

  it('the application returns to sign-in when a later request finds the session ended', async () => {
    aSignedInServer().on('GET /api/metrics/30', { status: 401, body: 'Please sign in' });
    openApp();
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(screen.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  });

  it('the sign-in screen keeps showing why the session ended, and signing in returns to the same address', async () => {
    const server = aSignedInServer()
      .on('GET /api/imports', { status: 401, body: 'Please sign in' })
      .on('POST /api/auth/login', { body: aLoginAnswer({ user: aUser() }) });
    const person = openApp('/import?from=2026-01-01');
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeVisible();
    server.on('GET /api/imports', { body: [] });
    await person.type(screen.getByLabelText('Username'), 'admin');
    await person.type(screen.getByLabelText('Password'), 'right horse');
    await person.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByRole('heading', { name: 'Data Import' })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/import?from=2026-01-01');
  });

  it('the sign-in screen gives way to the application when another tab has signed in', async () => {
    const server = aSignedInServer().on('GET /api/auth/user', { status: 401 });
    openApp('/import');
    await screen.findByRole('button', { name: 'Sign In' });
    server.on('GET /api/auth/user', { body: aUser() });
    fireEvent(document, new Event('visibilitychange'));
    expect(await screen.findByRole('heading', { name: 'Data Import' })).toBeVisible();
  });
});

function Broken(): never {
  throw new TypeError('Failed to fetch dynamically imported module');
}

describe('error boundary', () => {
  it('an error in the whole application shows a page with a reload button instead of an empty one', () => {
    // React reports every error that reaches a boundary.
    const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    render(
      <GateBoundary>
        <Broken />
      </GateBoundary>,
    );
    expect(screen.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
    expect(screen.getByText(/You are still signed in, and no data was lost/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    report.mockRestore();
  });
});
