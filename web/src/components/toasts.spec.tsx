import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App as AntApp } from 'antd';
import { type Toast, ToastsProvider, useToasts } from './toasts.tsx';

const saved: Toast = { title: 'Settings Saved' };
const failed: Toast = { title: 'Review Failed', description: 'The server is busy.' };

/** Renders a screen and returns its toasts. */
function openScreen(): ReturnType<typeof useToasts> {
  let toasts: ReturnType<typeof useToasts> | undefined;
  function AnyScreen() {
    toasts = useToasts();
    return null;
  }
  render(
    <AntApp>
      <ToastsProvider>
        <AnyScreen />
      </ToastsProvider>
    </AntApp>,
  );
  if (toasts === undefined) throw new Error('The screen was not rendered');
  return toasts;
}

describe('toasts', () => {
  it('a toast looks different for success and failure [spec 8.25]', async () => {
    const toasts = openScreen();
    act(() => toasts.success(saved));
    expect(await screen.findByRole('status')).toHaveTextContent('Settings Saved');
    act(() => toasts.failure(failed));
    const destructive = await screen.findByRole('alert');
    expect(destructive).toHaveTextContent('Review FailedThe server is busy.');
    expect(document.querySelector('.toast-destructive')).not.toBeNull();
  });

  it('a toast replaces the previous toast [spec 9.10]', async () => {
    const toasts = openScreen();
    act(() => toasts.success(saved));
    await screen.findByText('Settings Saved');
    act(() => toasts.failure(failed));
    await screen.findByText('Review Failed');
    await waitFor(() => expect(screen.queryByText('Settings Saved')).not.toBeInTheDocument());
  });

  it('a toast for an action of the user is not replaced by news', async () => {
    const toasts = openScreen();
    act(() => toasts.success(saved));
    await screen.findByText('Settings Saved');
    act(() => toasts.news({ title: 'Report finished' }));
    expect(screen.getByText('Settings Saved')).toBeVisible();
    expect(screen.queryByText('Report finished')).not.toBeInTheDocument();
  });

  it('a toast for news appears after the previous toast is closed', async () => {
    const toasts = openScreen();
    act(() => toasts.success(saved));
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('Settings Saved')).not.toBeInTheDocument());
    act(() => toasts.news({ title: 'Report finished' }));
    expect(await screen.findByText('Report finished')).toBeVisible();
  });

  it('a toast closes after five seconds [spec 9.10]', async () => {
    // React needs these timers to finish its work.
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'nextTick', 'performance'] });
    try {
      const toasts = openScreen();
      act(() => toasts.success(saved));
      await screen.findByText('Settings Saved');
      const shownAt = Date.now();
      await act(() => jest.advanceTimersByTimeAsync(4_000));
      expect(screen.getByText('Settings Saved')).toBeInTheDocument();
      await waitFor(() => expect(screen.queryByText('Settings Saved')).not.toBeInTheDocument());
      expect(Date.now() - shownAt).toBeLessThan(6_500);
    } finally {
      jest.useRealTimers();
    }
  });
});
