import { formatParameter, parseNumber, problemOfText, rangeWords } from './number-text.ts';

describe('the text of a number', () => {
  it.each([
    ['10000', 10_000],
    ['10,000', 10_000],
    [' $10,000 ', 10_000],
    ['2.5', 2.5],
    ['.5', 0.5],
    ['1,234,567.25', 1_234_567.25],
  ])('%s is understood', (text, number) => {
    expect(parseNumber(text)).toBe(number);
  });

  it.each(['', ' ', '$', '.', '1,5', '10,00', '1e3', '-5', 'ten', '5 days', '0x10'])(
    '%j is refused',
    (text) => {
      expect(parseNumber(text)).toBeNull();
    },
  );

  it.each([
    [10_000, 'USD', '$10,000'],
    [1, 'days', '1 day'],
    [14, 'days', '14 days'],
    [2.5, 'ratio', '2.5 ×'],
    [3, 'count', '3'],
  ] as const)('%s in %s reads %s', (value, unit, words) => {
    expect(formatParameter(value, unit)).toBe(words);
  });
});

describe('what is allowed for a number', () => {
  const dollars = { unit: 'USD', min: 500, max: 10_000_000 } as const;
  const share = { unit: 'ratio', min: 0.1, max: 1 } as const;

  it('is said with its unit', () => {
    expect(rangeWords(dollars)).toBe('$500 to $10,000,000');
    expect(rangeWords({ unit: 'days', min: 3, max: 60 })).toBe('3 to 60 days');
  });

  it.each([
    [dollars, '500', null],
    [dollars, '10,000,000', null],
    [dollars, '499', 'Out of range. Allowed: $500 to $10,000,000.'],
    [dollars, '10,000,001', 'Out of range. Allowed: $500 to $10,000,000.'],
    [dollars, '500.5', 'Whole numbers only. Allowed: $500 to $10,000,000.'],
    [dollars, 'much', 'Not a number. Allowed: $500 to $10,000,000.'],
    [share, '0.1', null],
    [share, '0.09', 'Out of range. Allowed: 0.1 to 1 ×.'],
  ])('%o takes %s: %s', (parameter, text, problem) => {
    expect(problemOfText(parameter, text)).toBe(problem);
  });
});
