import { addMonths } from '../calendar/month.ts';
import { firstDayLookedAt, monthsActiveShare } from './months-active.ts';

const monthly = (first: string, times: number) =>
  Array.from({ length: times }, (_, at) => `${addMonths(first, at)}-15`);

describe('the share of active months', () => {
  it('is whole for a company active in every month since it came', () => {
    const batchDays = monthly('2026-01', 6);
    expect(monthsActiveShare({ batchDays, firstDay: '2026-01-15', asOf: '2026-06-30' })).toBe(1);
  });

  it('falls with every month left out', () => {
    const batchDays = ['2026-01-15', '2026-02-15', '2026-05-15', '2026-06-15'];
    expect(monthsActiveShare({ batchDays, firstDay: '2026-01-15', asOf: '2026-06-30' })).toBeCloseTo(4 / 6);
  });

  it('does not miss the batch of the running month before its day', () => {
    const batchDays = monthly('2026-01', 5);
    expect(monthsActiveShare({ batchDays, firstDay: '2026-01-15', asOf: '2026-06-03' })).toBe(1);
  });

  it('looks back twelve months, so that one who left is forgotten', () => {
    const batchDays = monthly('2024-01', 12);
    expect(monthsActiveShare({ batchDays, firstDay: '2024-01-15', asOf: '2025-06-30' })).toBeCloseTo(6 / 11);
    expect(monthsActiveShare({ batchDays, firstDay: '2024-01-15', asOf: '2026-06-30' })).toBe(0);
    expect(firstDayLookedAt('2026-06-30')).toBe('2025-07-01');
  });

  it('is zero on the day before anything came', () => {
    expect(monthsActiveShare({ batchDays: [], firstDay: '2026-06-30', asOf: '2026-06-30' })).toBe(0);
  });
});
