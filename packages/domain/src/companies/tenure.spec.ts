import { tenureMonths } from './tenure.ts';

describe('tenure', () => {
  it('is twelve months after a year', () => {
    expect(tenureMonths({ firstDay: '2025-06-30', lastDay: '2026-06-30' })).toBe(12);
  });

  it('is zero for a company seen on one day', () => {
    expect(tenureMonths({ firstDay: '2025-06-30', lastDay: '2025-06-30' })).toBe(0);
  });

  it('refuses days in the wrong order', () => {
    expect(() => tenureMonths({ firstDay: '2025-07-01', lastDay: '2025-06-30' })).toThrow(RangeError);
  });
});
