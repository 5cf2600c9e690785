import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useOnline } from './browser-state.ts';

describe('whether there is a network', () => {
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

  it('is what the browser says, as soon as it says it', () => {
    const { result } = renderHook(() => useOnline('clearwatch.example.org'));
    expect(result.current).toBe(true);
    become(false);
    expect(result.current).toBe(false);
    become(true);
    expect(result.current).toBe(true);
  });

  it('does not matter where the server is this very machine', () => {
    const { result } = renderHook(() => useOnline('localhost'));
    become(false);
    expect(result.current).toBe(true);
  });
});
