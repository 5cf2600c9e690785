import { sparklinePath } from './sparkline.tsx';

const frame = { width: 100, height: 22 };

describe('path', () => {
  it('a sparkline scales the lowest value to the bottom and the highest to the top', () => {
    expect(sparklinePath({ ...frame, values: [5, 10, 15] })).toBe('M0.0 21.0L50.0 11.0L100.0 1.0');
  });

  it('a sparkline is a centered line when all values are equal', () => {
    expect(sparklinePath({ ...frame, values: [7, 7] })).toBe('M0.0 11.0L100.0 11.0');
  });

  it('a sparkline is empty for a single value', () => {
    expect(sparklinePath({ ...frame, values: [7] })).toBeNull();
  });
});
