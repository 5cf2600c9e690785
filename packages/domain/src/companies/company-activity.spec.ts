import * as fc from 'fast-check';
import { addDays, addMonths } from '../calendar/day.ts';
import {
  activeMonthsFirstDay,
  averageAmount,
  averageDailyVolume,
  batchGaps,
  gapVariation,
  monthsActiveShare,
  peakToAverage,
  tenureMonths,
} from './company-activity.ts';

describe('daily volume', () => {
  it('the average daily volume divides by the days from the first to the last entry, inclusive', () => {
    const activity = { volumeCents: 300_000, firstDay: '2026-06-01', lastDay: '2026-06-30' };
    expect(averageDailyVolume(activity)).toBe(10_000);
    expect(averageDailyVolume({ ...activity, lastDay: '2026-06-01' })).toBe(300_000);
  });

  it('the average daily volume is rounded to the cent', () => {
    const threeDays = { firstDay: '2026-06-01', lastDay: '2026-06-03' };
    expect(averageDailyVolume({ volumeCents: 100, ...threeDays })).toBe(33);
    expect(averageDailyVolume({ volumeCents: 200, ...threeDays })).toBe(67);
  });

  it('the average daily volume rejects days in the wrong order', () => {
    const backwards = { volumeCents: 100, firstDay: '2026-06-02', lastDay: '2026-06-01' };
    expect(() => averageDailyVolume(backwards)).toThrow(RangeError);
  });
});

const every = (days: number, times: number, from = '2026-01-02') =>
  Array.from({ length: times }, (_, at) => addDays(from, at * days));

describe('gaps between batches', () => {
  it('daily batches have equal gaps, because weekends and holidays do not count', () => {
    // Martin Luther King Jr. Day is Monday, January 19, 2026.
    const bankingDays = ['2026-01-14', '2026-01-15', '2026-01-16', '2026-01-20', '2026-01-21'];
    expect(batchGaps(bankingDays)).toEqual([1, 1, 1, 1]);
    expect(gapVariation(batchGaps(bankingDays))).toBe(0);
  });

  it('biweekly pay batches have gaps that vary little despite holidays', () => {
    expect(gapVariation(batchGaps(every(14, 26)))).toBeLessThan(0.06);
  });

  it('a Saturday batch counts as one on the Friday before', () => {
    expect(batchGaps(['2026-01-09', '2026-01-10', '2026-01-16'])).toEqual([4 + 1]);
    expect(batchGaps(['2026-01-10', '2026-01-17'])).toEqual([5]);
  });

  it('bursts of batches have gaps that vary more than those of a regular schedule', () => {
    const bursts = [...every(1, 5, '2026-01-05'), ...every(1, 5, '2026-06-01')];
    expect(gapVariation(batchGaps(bursts))).toBeGreaterThan(1);
  });

  it('batches on fewer than three days have no gap variation', () => {
    expect(gapVariation(batchGaps([]))).toBeNull();
    expect(gapVariation(batchGaps(['2026-01-05', '2026-02-05']))).toBeNull();
    expect(gapVariation(batchGaps(['2026-01-05', '2026-02-05', '2026-02-05']))).toBeNull();
    expect(gapVariation(batchGaps(['2026-01-05', '2026-02-05', '2026-03-05']))).not.toBeNull();
  });

  it('the variation of gaps between batches does not depend on their length', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 2, max: 9 }), (list, pace) => {
        const slower = list.map((gap) => gap * pace);
        expect(gapVariation(slower)).toBeCloseTo(gapVariation(list) ?? Number.NaN, 9);
      }),
    );
  });
});

const monthly = (first: string, times: number) =>
  Array.from({ length: times }, (_, at) => `${addMonths(first, at)}-15`);

describe('active months', () => {
  it('the share of active months is 1 for a company active in every month since it first appeared', () => {
    const batchDays = monthly('2026-01', 6);
    expect(monthsActiveShare({ batchDays, firstDay: '2026-01-15', asOf: '2026-06-30' })).toBe(1);
  });

  it('the share of active months falls with every inactive month', () => {
    const batchDays = ['2026-01-15', '2026-02-15', '2026-05-15', '2026-06-15'];
    expect(monthsActiveShare({ batchDays, firstDay: '2026-01-15', asOf: '2026-06-30' })).toBeCloseTo(4 / 6);
  });

  it('the share of active months ignores the current month until it has a batch', () => {
    const batchDays = monthly('2026-01', 5);
    expect(monthsActiveShare({ batchDays, firstDay: '2026-01-15', asOf: '2026-06-03' })).toBe(1);
  });

  it('the share of active months covers twelve months, so it falls to zero for a company that left', () => {
    const batchDays = monthly('2024-01', 12);
    expect(monthsActiveShare({ batchDays, firstDay: '2024-01-15', asOf: '2025-06-30' })).toBeCloseTo(6 / 11);
    expect(monthsActiveShare({ batchDays, firstDay: '2024-01-15', asOf: '2026-06-30' })).toBe(0);
    expect(activeMonthsFirstDay('2026-06-30')).toBe('2025-07-01');
  });

  it('the share of active months is zero before the first batch', () => {
    expect(monthsActiveShare({ batchDays: [], firstDay: '2026-06-30', asOf: '2026-06-30' })).toBe(0);
  });
});

describe('peak amounts', () => {
  it('the peak-to-average ratio divides the largest amount by the mean amount', () => {
    expect(peakToAverage({ peakCents: 60_000, volumeCents: 100_000, transactions: 10 })).toBe(6);
    expect(peakToAverage({ peakCents: 1, volumeCents: 1, transactions: 1 })).toBe(1);
    expect(averageAmount({ volumeCents: 100_000, transactions: 10 })).toBe(10_000);
    expect(averageAmount({ volumeCents: 200, transactions: 3 })).toBe(67);
  });

  it('the peak-to-average ratio is null without money', () => {
    expect(peakToAverage({ peakCents: 0, volumeCents: 0, transactions: 0 })).toBeNull();
    expect(averageAmount({ volumeCents: 0, transactions: 0 })).toBe(0);
  });

  it('the peak-to-average ratio is between 1 and the number of transactions', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 999_999_999 }), { minLength: 1 }), (amounts) => {
        const volumeCents = amounts.reduce((sum, amount) => sum + amount, 0);
        const spread = { peakCents: Math.max(...amounts), volumeCents, transactions: amounts.length };
        const ratio = peakToAverage(spread) ?? 0;
        expect(ratio).toBeGreaterThanOrEqual(1 - 1e-12);
        expect(ratio).toBeLessThanOrEqual(amounts.length);
      }),
    );
  });
});

describe('tenure', () => {
  it('the tenure of a company is 12 months after a year', () => {
    expect(tenureMonths({ firstDay: '2025-06-30', lastDay: '2026-06-30' })).toBe(12);
  });

  it('the tenure of a company seen on one day is zero', () => {
    expect(tenureMonths({ firstDay: '2025-06-30', lastDay: '2025-06-30' })).toBe(0);
  });

  it('the tenure of a company rejects days in the wrong order', () => {
    expect(() => tenureMonths({ firstDay: '2025-07-01', lastDay: '2025-06-30' })).toThrow(RangeError);
  });
});
