import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App as AntApp } from 'antd';
import { type Toast, ToastsProvider, useToasts } from './toasts.tsx';

const saved: Toast = { title: 'Settings Saved' };
const failed: Toast = { title: 'Review Failed', description: 'The server is busy.' };

/** A screen that hands its toasts out. */
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
  if (toasts === undefined) throw new Error('the screen was not drawn');
  return toasts;
}

describe('a toast', () => {
  it('looks like what it says: done, or failed [spec 8.25]', async () => {
    const toasts = openScreen();
    act(() => toasts.success(saved));
    expect(await screen.findByRole('status')).toHaveTextContent('Settings Saved');
    act(() => toasts.failure(failed));
    const destructive = await screen.findByRole('alert');
    expect(destructive).toHaveTextContent('Review FailedThe server is busy.');
    expect(document.querySelector('.toast-destructive')).not.toBeNull();
  });

  it('stands alone: the next takes its place [spec 9.10]', async () => {
    const toasts = openScreen();
    act(() => toasts.success(saved));
    await screen.findByText('Settings Saved');
    act(() => toasts.failure(failed));
    await screen.findByText('Review Failed');
    await waitFor(() => expect(screen.queryByText('Settings Saved')).not.toBeInTheDocument());
  });

  it('of something done is not replaced by the news of it', async () => {
    const toasts = openScreen();
    act(() => toasts.success(saved));
    await screen.findByText('Settings Saved');
    act(() => toasts.news({ title: 'Report finished' }));
    expect(screen.getByText('Settings Saved')).toBeVisible();
    expect(screen.queryByText('Report finished')).not.toBeInTheDocument();
  });

  it('of news stands when nothing else does, also after something done has been closed', async () => {
    const toasts = openScreen();
    act(() => toasts.success(saved));
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('Settings Saved')).not.toBeInTheDocument());
    act(() => toasts.news({ title: 'Report finished' }));
    expect(await screen.findByText('Report finished')).toBeVisible();
  });

  it('goes after five seconds [spec 9.10]', async () => {
    // What React waits by to be done with its work goes on.
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
