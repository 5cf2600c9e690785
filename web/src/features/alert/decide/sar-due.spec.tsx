import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { noteServerDate } from '../../../clock/server-now.ts';
import { SarDue } from './sar-due.tsx';

const HOUR = 60 * 60_000;
/** In the reader's own time zone; November 20, 2026 is a Friday. */
const atHour = (hour: number): number => new Date(2026, 10, 20, hour).getTime();

/** The server's clock is right, the browser's goes so many hours before it. */
function aClock({ now, isFastBy }: { now: number; isFastBy: number }): void {
  jest.useFakeTimers({ now: now + isFastBy * HOUR });
  noteServerDate(new Date(now).toUTCString());
}

describe('the clock of a suspicious activity report', () => {
  afterEach(() => {
    noteServerDate(new Date().toUTCString());
    jest.useRealTimers();
  });

  it.each([
    { isFastBy: 2, hour: 23, words: 'today' },
    { isFastBy: -2, hour: 1, words: 'today' },
    { isFastBy: 2, hour: 24, words: '1 day overdue' },
    { isFastBy: -2, hour: 24, words: '1 day overdue' },
    { isFastBy: 2, hour: -1, words: '1 day left' },
    { isFastBy: 0, hour: 12, words: 'today' },
  ])('goes by the server’s day: $words at $hour o’clock, the browser $isFastBy hours fast', (at) => {
    aClock({ now: atHour(at.hour), isFastBy: at.isFastBy });
    render(<SarDue dueOn="2026-11-20" />);
    expect(screen.getByText(at.words)).toBeVisible();
  });

  it('counts weekends like any day: a report due on Sunday is not put off to Monday', () => {
    aClock({ now: atHour(12), isFastBy: 0 });
    render(<SarDue dueOn="2026-11-22" />);
    expect(screen.getByText('2 days left')).toBeVisible();
  });

  it('passes midnight by itself', () => {
    aClock({ now: atHour(24) - 10_000, isFastBy: -2 });
    render(<SarDue dueOn="2026-11-20" />);
    expect(screen.getByText('today')).toBeVisible();
    act(() => {
      jest.advanceTimersByTime(15_000);
    });
    expect(screen.getByText('1 day overdue')).toBeVisible();
  });
});
