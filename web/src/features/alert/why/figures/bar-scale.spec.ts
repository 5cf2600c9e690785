import { barScale } from './bar-scale.ts';

describe('the bar of a figure', () => {
  it('is filled past the line by a figure above its threshold', () => {
    const scale = barScale({ value: '28000.00', threshold: '10000.00' });
    expect(scale?.filled).toBeCloseTo(89.29, 2);
    expect(scale?.line).toBeCloseTo(31.89, 2);
  });

  it('ends before the line for a figure below it, and the line still stands within', () => {
    const scale = barScale({ value: '1', threshold: '4' });
    expect(scale?.filled).toBeCloseTo(22.32, 2);
    expect(scale?.line).toBeCloseTo(89.29, 2);
  });

  it('of a threshold of zero has its line at the beginning', () => {
    expect(barScale({ value: '3', threshold: '0' })?.line).toBe(0);
  });

  it.each([
    ['0', '0'],
    ['-5.00', '10.00'],
    ['3', 'Infinity'],
    ['', 'none'],
  ])('is not drawn of %s against %s', (value, threshold) => {
    expect(barScale({ value, threshold })).toBeNull();
  });
});
