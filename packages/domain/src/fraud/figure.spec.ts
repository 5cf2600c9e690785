import { countFigure, daysFigure, moneyFigure, ratioFigure, shareFigure } from './figure.ts';

describe('figures beside their thresholds', () => {
  test('counts and days are whole, or have two decimals', () => {
    expect(countFigure({ label: 'Debits', value: 12, threshold: 9.6 })).toEqual({
      label: 'Debits',
      value: '12',
      comparison: '>=',
      threshold: '9.60',
      unit: 'count',
      met: true,
    });
    expect(daysFigure({ label: 'Silence', value: 130, threshold: 120 })).toMatchObject({
      value: '130',
      threshold: '120',
      unit: 'days',
      met: true,
    });
  });

  test('money is said to the nearest cent', () => {
    expect(moneyFigure({ label: 'Sum', value: 250_000.5, comparison: '>', threshold: 166_749.6 })).toEqual({
      label: 'Sum',
      value: '2500.01',
      comparison: '>',
      threshold: '1667.50',
      unit: 'USD',
      met: true,
    });
  });

  test('shares are percentages, their threshold as short as it can be', () => {
    const share = { label: 'Share that left', value: 0.7916, threshold: 0.75 };
    expect(shareFigure(share)).toMatchObject({ value: '79.2', threshold: '75', unit: 'percent', met: true });
    expect(shareFigure({ ...share, threshold: 0.555 })).toMatchObject({ threshold: '55.50' });
    expect(shareFigure({ ...share, threshold: 0.07 })).toMatchObject({ threshold: '7' });
  });

  test('ratios have two decimals, their threshold as few as it needs', () => {
    const ratio = { label: 'Against the median', value: 6, threshold: 4 };
    expect(ratioFigure(ratio)).toMatchObject({ value: '6.00', threshold: '4', unit: 'ratio', met: true });
    expect(ratioFigure({ ...ratio, threshold: 2.5 })).toMatchObject({ threshold: '2.50' });
  });
});
