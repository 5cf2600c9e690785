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

describe('a part that could not be read', () => {
  const failure = (status: number, headers: Record<string, string>) =>
    toApiError({ status, statusText: '', body: '', header: (name) => headers[name] ?? null });

  it('gives the request id to copy', async () => {
    const user = userEvent.setup();
    render(
      <ToastsProvider>
        <PanelError what="No members." error={failure(503, { 'X-Request-Id': 'req-7' })} onRetry={() => 0} />
      </ToastsProvider>,
    );
    expect(screen.getByText('Request req-7')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy request id' }));
    expect(await navigator.clipboard.readText()).toBe('req-7');
    expect(screen.getByRole('button', { name: 'Request id copied' })).toBeVisible();
  });

  it('counts down to when the server wants to be asked again', () => {
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

describe('a panel that makes a mistake', () => {
  it('does not take the others with it, and can be tried again', async () => {
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
        <Panel title="Whole">All is well</Panel>
      </>,
    );
    expect(screen.getByText('All is well')).toBeVisible();
    expect(screen.getByText('This part could not be shown.')).toBeVisible();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('Figures')).toBeVisible();
  });
});

describe('code that is not there', () => {
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

  it('says that the server is away instead of leaving the page', async () => {
    new FakeServer().goDown();
    render(<Part />);
    expect(await screen.findByText(/because the server cannot be reached/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('is fetched by itself when the connection is back', async () => {
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

  it('is named by the first script of a page', () => {
    expect(
      entryScriptIn('<script type="module" crossorigin src="/clearwatch/assets/index-a1.js"></script>'),
    ).toBe('/clearwatch/assets/index-a1.js');
    expect(entryScriptIn('<h1>Maintenance</h1>')).toBeNull();
  });
});
