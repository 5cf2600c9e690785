import { describeStatements } from '../testing/compose-report.ts';
import { findNumbers } from './find-figures.ts';

const parsed = (text: string) => describeStatements(text, findNumbers);

describe('numbers in digits', () => {
  test.each([
    ['12', '12: bare 12 by 1'],
    ['-12.50', '-12.50: bare -12.5 by 0.01'],
    ['negative 12', 'negative 12: bare -12 by 1'],
    ['$1,234.56', '$1,234.56: money 1234.56 by 0.01'],
    ['-$5', '-$5: money -5 by 1'],
    ['$-5', '$-5: money -5 by 1'],
    ['US$ 5', 'US$ 5: money 5 by 1'],
    ['USD 5', 'USD 5: money 5 by 1'],
    ['5 dollars', '5 dollars: money 5 by 1'],
    ['$5 USD', '$5 USD: money 5 by 1'],
    ['1.2 million dollars', '1.2 million dollars: money 1200000 by 100000'],
    ['50 cents', '50 cents: money 0.5 by 0.01'],
    ['1 cent', '1 cent: money 0.01 by 0.01'],
    ['$2K', '$2K: money 2000 by 1000'],
    ['$1.5 hundred', '$1.5 hundred: money 150 by 10'],
    ['$3bn', '$3bn: money 3000000000 by 1000000000'],
    ['$3 b', '$3: money 3 by 1'],
    ['$3b', '$3b: money 3000000000 by 1000000000'],
    ['2 billion', '2 billion: bare 2000000000 by 1000000000'],
    ['$4mm', '$4mm: money 4000000 by 1000000'],
    ['$4m', '$4m: money 4000000 by 1000000'],
    ['$1-trillion', '$1-trillion: money 1000000000000 by 1000000000000'],
    ['3.1%', '3.1%: percent 3.1 by 0.1'],
    ['3 per cent', '3 per cent: percent 3 by 1'],
    ['3-percent', '3-percent: percent 3 by 1'],
    ['3 pct', '3 pct: percent 3 by 1'],
    ['3 % points', '3 % points: points 3 by 1'],
    ['1 percentage point', '1 percentage point: points 1 by 1'],
    ['25 basis points', '25 basis points: points 0.25 by 0.01'],
    ['25 bps', '25 bps: points 0.25 by 0.01'],
    ['2.5x', '2.5x: times 2.5 by 0.1'],
    ['3 times as many', '3 times: times 3 by 1'],
    ['3 times a day', '3: bare 3 by 1'],
    ['3-fold', '3-fold: times 3 by 1'],
    ['the 4th', '4th: ordinal 4 by 1'],
    ['the 4TH', '4TH: ordinal 4 by 1'],
  ])('the number in "%s" is parsed with its unit', (text, expected) => {
    expect(parsed(text)).toEqual([expected]);
  });

  test.each(['$12%', '$12x', '10:30', '3/15', 'R10', 'a_5', '#5', '12abc', '5/7', '1,23', '５', '½'])(
    'the text "%s" cannot be parsed as one number',
    (text) => {
      const all = parsed(text);
      expect(all.length).toBeGreaterThan(0);
      expect(all.filter((each) => !each.endsWith(': unclear'))).toEqual([]);
    },
  );

  test('a number in a text does not include the punctuation after it', () => {
    expect(parsed('It was 5: 6, and 7/ then 8.')).toEqual([
      '5: bare 5 by 1',
      '6: bare 6 by 1',
      '7: bare 7 by 1',
      '8: bare 8 by 1',
    ]);
  });
});
