import { jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { toApiError } from '../api/api-client.ts';
import { ScreenBoundary } from '../app/shell/screen-routes.tsx';
import { entryScriptIn, isReloading, lazyComponent } from '../lib/code-loading.ts';
import { FakeServer } from '../testing/fake-server.ts';
import { Panel, PanelError } from './panel.tsx';
import { ToastsProvider } from './toasts.tsx';

let report: { mockRestore: () => void };

beforeEach(() => {
  // React reports every error that reaches a boundary.
  report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => report.mockRestore());

describe('loading errors', () => {
  const failure = (status: number, headers: Record<string, string>) =>
    toApiError({ status, statusText: '', body: '', header: (name) => headers[name] ?? null });

  it('a section that could not be loaded offers the request ID to copy', async () => {
    const user = userEvent.setup();
    render(
      <ToastsProvider>
        <PanelError what="No members." error={failure(503, { 'X-Request-Id': 'req-7' })} onRetry={() => 0} />
      </ToastsProvider>,
    );
    expect(screen.getByText('Request req-7')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy request ID' }));
    expect(await navigator.clipboard.readText()).toBe('req-7');
    expect(screen.getByRole('button', { name: 'Request ID copied' })).toBeVisible();
  });

  it('a section that could not be loaded counts down to the retry time from the server', () => {
    jest.useFakeTimers();
    const retry = jest.fn();
    render(<PanelError what="No members." error={failure(429, { 'Retry-After': '3' })} onRetry={retry} />);
    expect(screen.getByRole('button', { name: 'Try again in 3 s' })).toBeDisabled();
    expect(screen.getByRole('alert')).toHaveTextContent('Please try again in 3 seconds.');
    act(() => {
      jest.advanceTimersByTime(3_000);
    });
    screen.getByRole('button', { name: 'Try again' }).click();
    expect(retry).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
  });
});

describe('display errors', () => {
  it('a panel that throws an error does not break other panels and can be retried', async () => {
    let isBroken = true;
    const Part = () => {
      if (isBroken) throw new TypeError('x is undefined');
      return <p>Figures</p>;
    };
    const user = userEvent.setup();
    render(
      <>
        <Panel title="Broken">
          <Part />
        </Panel>
        <Panel title="Whole">Content</Panel>
      </>,
    );
    expect(screen.getByText('Content')).toBeVisible();
    expect(screen.getByText('This section could not be displayed.')).toBeVisible();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('Figures')).toBeVisible();
  });
});

describe('missing code', () => {
  const Part = () => {
    const Gone = lazyComponent<object>(() =>
      Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    );
    return (
      <ScreenBoundary>
        <Suspense>
          <Gone />
        </Suspense>
      </ScreenBoundary>
    );
  };

  it('a screen whose code could not be loaded shows that the server cannot be reached', async () => {
    new FakeServer().goDown();
    render(<Part />);
    expect(await screen.findByText(/because the server cannot be reached/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('a screen whose code could not be loaded reloads when the connection returns', async () => {
    const ours = '<script type="module" src="/assets/index-a1.js"></script>';
    const server = new FakeServer();
    server.goDown();
    render(<Part />);
    expect(await screen.findByText(/because the server cannot be reached/)).toBeVisible();
    document.head.innerHTML = ours;
    server.comeBack();
    server.on('GET /', { body: ours });
    expect(isReloading()).toBe(false);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(isReloading()).toBe(true));
    document.head.innerHTML = '';
  });

  it('the version of the application is identified by the first script of the page', () => {
    expect(entryScriptIn('<script type="module" crossorigin src="/clearwatch/assets/index-a1.js"></script>')).toBe(
      '/clearwatch/assets/index-a1.js',
    );
    expect(entryScriptIn('<h1>Maintenance</h1>')).toBeNull();
  });
});
