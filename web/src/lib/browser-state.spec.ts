import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useOnline } from './browser-state.ts';

describe('online state', () => {
  let onLine: ReturnType<typeof jest.spyOn>;
  const become = (online: boolean): void =>
    act(() => {
      onLine.mockReturnValue(online);
      window.dispatchEvent(new Event(online ? 'online' : 'offline'));
    });

  beforeEach(() => {
    onLine = jest.spyOn(navigator, 'onLine', 'get');
  });

  afterEach(() => onLine.mockRestore());

  it('the online state follows the browser’s events', () => {
    const { result } = renderHook(() => useOnline('clearwatch.example.org'));
    expect(result.current).toBe(true);
    become(false);
    expect(result.current).toBe(false);
    become(true);
    expect(result.current).toBe(true);
  });

  it('the web app always counts as online when the server runs on the same machine', () => {
    const { result } = renderHook(() => useOnline('localhost'));
    become(false);
    expect(result.current).toBe(true);
  });
});
