import * as fc from 'fast-check';
import { averageAmount, peakToAverage } from './peak-to-average.ts';

describe('the peak against the average', () => {
  it('is the largest amount over the mean one', () => {
    expect(peakToAverage({ peakCents: 60_000, volumeCents: 100_000, transactions: 10 })).toBe(6);
    expect(peakToAverage({ peakCents: 1, volumeCents: 1, transactions: 1 })).toBe(1);
    expect(averageAmount({ volumeCents: 100_000, transactions: 10 })).toBe(10_000);
    expect(averageAmount({ volumeCents: 200, transactions: 3 })).toBe(67);
  });

  it('does not exist without money', () => {
    expect(peakToAverage({ peakCents: 0, volumeCents: 0, transactions: 0 })).toBeNull();
    expect(averageAmount({ volumeCents: 0, transactions: 0 })).toBe(0);
  });

  it('lies between one and the number of transactions', () => {
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
