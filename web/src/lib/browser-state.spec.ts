import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useOnline } from './browser-state.ts';

describe('the online state', () => {
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

  it('follows the browser’s events', () => {
    const { result } = renderHook(() => useOnline('clearwatch.example.org'));
    expect(result.current).toBe(true);
    become(false);
    expect(result.current).toBe(false);
    become(true);
    expect(result.current).toBe(true);
  });

  it('is always online when the server runs on the same machine', () => {
    const { result } = renderHook(() => useOnline('localhost'));
    become(false);
    expect(result.current).toBe(true);
  });
});
