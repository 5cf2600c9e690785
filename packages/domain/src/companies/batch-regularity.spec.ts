import * as fc from 'fast-check';
import { addDays } from '../calendar/day.ts';
import { batchGaps, gapVariation } from './batch-regularity.ts';

const every = (days: number, times: number, from = '2026-01-02') =>
  Array.from({ length: times }, (_, at) => addDays(from, at * days));

describe('the regularity of batches', () => {
  it('sees no gap in weekends and holidays: daily settlement is a clockwork', () => {
    // Martin Luther King Day is Monday 2026-01-19.
    const bankingDays = ['2026-01-14', '2026-01-15', '2026-01-16', '2026-01-20', '2026-01-21'];
    expect(batchGaps(bankingDays)).toEqual([1, 1, 1, 1]);
    expect(gapVariation(batchGaps(bankingDays))).toBe(0);
  });

  it('hardly notices a holiday within biweekly pay', () => {
    expect(gapVariation(batchGaps(every(14, 26)))).toBeLessThan(0.06);
  });

  it('counts a batch posted on a Saturday to the Friday before', () => {
    expect(batchGaps(['2026-01-09', '2026-01-10', '2026-01-16'])).toEqual([4 + 1]);
    expect(batchGaps(['2026-01-10', '2026-01-17'])).toEqual([5]);
  });

  it('tells bursts from a rhythm', () => {
    const bursts = [...every(1, 5, '2026-01-05'), ...every(1, 5, '2026-06-01')];
    expect(gapVariation(batchGaps(bursts))).toBeGreaterThan(1);
  });

  it('says nothing about fewer than three batches', () => {
    expect(gapVariation(batchGaps([]))).toBeNull();
    expect(gapVariation(batchGaps(['2026-01-05', '2026-02-05']))).toBeNull();
    expect(gapVariation(batchGaps(['2026-01-05', '2026-02-05', '2026-02-05']))).toBeNull();
    expect(gapVariation(batchGaps(['2026-01-05', '2026-02-05', '2026-03-05']))).not.toBeNull();
  });

  it('is the same at any pace: only the evenness counts', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 2, max: 9 }), (list, pace) => {
        const slower = list.map((gap) => gap * pace);
        expect(gapVariation(slower)).toBeCloseTo(gapVariation(list) ?? Number.NaN, 9);
      }),
    );
  });
});
