import { serverNow, syncServerClock } from './server-clock.ts';

const HOUR = 60 * 60_000;
const headerAt = (ms: number): string => new Date(ms).toUTCString();
const difference = (): number => serverNow() - Date.now();

describe('server time', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    syncServerClock(headerAt(Date.now()));
    jest.useRealTimers();
  });

  it('server time is the computer’s time until the server sends its own', () => {
    syncServerClock(null);
    syncServerClock('yesterday, about');
    expect(difference()).toBe(0);
  });

  it.each([2 * HOUR, -2 * HOUR, 24 * HOUR, -24 * HOUR])(
    'server time is used when it differs from the computer’s time by %d ms',
    (skew) => {
      syncServerClock(headerAt(Date.now() + skew));
      expect(Math.abs(difference() - skew)).toBeLessThan(1_500);
    },
  );

  it('server time does not change with every response', () => {
    syncServerClock(headerAt(Date.now() + HOUR));
    const before = difference();
    syncServerClock(headerAt(Date.now() + HOUR + 1_200));
    expect(difference()).toBeCloseTo(before, -2);
    syncServerClock(headerAt(Date.now() + 900));
    expect(difference()).toBe(0);
  });

  it('server time follows a corrected clock', () => {
    syncServerClock(headerAt(Date.now() + 24 * HOUR));
    syncServerClock(headerAt(Date.now()));
    expect(difference()).toBe(0);
  });
});
