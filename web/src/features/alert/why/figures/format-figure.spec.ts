import { formatFigure, formatThreshold } from './format-figure.ts';

describe('a figure of the evidence', () => {
  it.each([
    ['28200.00', 'USD', '$28,200.00'],
    ['1204', 'count', '1,204'],
    ['1', 'days', '1 day'],
    ['180', 'days', '180 days'],
    ['38.02', 'ratio', '38.02×'],
    ['12.5', 'percent', '12.5%'],
    ['4', 'hours', '4 hours'],
  ])('of %s %s reads %s', (value, unit, written) => {
    expect(formatFigure({ value, unit })).toBe(written);
  });

  it('stands beside its threshold in words', () => {
    const figure = { label: 'Total', value: '12.00', unit: 'USD', met: true } as const;
    expect(formatThreshold({ ...figure, comparison: '>=', threshold: '10.00' })).toBe('at least $10.00');
    expect(formatThreshold({ ...figure, comparison: '<', threshold: '10.00' })).toBe('less than $10.00');
  });
});
