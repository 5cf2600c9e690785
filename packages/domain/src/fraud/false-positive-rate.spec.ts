import { falsePositiveRate } from './false-positive-rate.ts';

const none = { falsePositive: 0, explained: 0, suspicious: 0, escalated: 0 };

describe('the false-positive rate', () => {
  test('counts false positives and explained alerts among all with an outcome', () => {
    expect(falsePositiveRate({ falsePositive: 3, explained: 2, suspicious: 2, escalated: 1 })).toBe('62.5');
    expect(falsePositiveRate({ ...none, suspicious: 4 })).toBe('0.0');
    expect(falsePositiveRate({ ...none, explained: 1 })).toBe('100.0');
    expect(falsePositiveRate({ ...none, falsePositive: 1, escalated: 2 })).toBe('33.3');
    expect(falsePositiveRate({ ...none, falsePositive: 2, escalated: 1 })).toBe('66.7');
  });

  test('is unknown before the first outcome', () => {
    expect(falsePositiveRate(none)).toBeNull();
  });
});
