import { describeStatements } from '../testing/compose-report.ts';
import { findNumberWords } from './find-figures.ts';

const parsed = (text: string) => describeStatements(text, findNumberWords);

describe('numbers in words', () => {
  test.each([
    ['zero', 'zero: bare 0 by 1'],
    ['Twelve', 'Twelve: bare 12 by 1'],
    ['twenty', 'twenty: bare 20 by 1'],
    ['thirty-one', 'thirty-one: bare 31 by 1'],
    ['ninety nine', 'ninety nine: bare 99 by 1'],
    ['a dozen', 'a dozen: bare 12 by 1'],
    ['two dozen', 'two dozen: unclear'],
    ['a hundred', 'a hundred: bare 100 by 1'],
    ['one hundred and five', 'one hundred and five: bare 105 by 1'],
    ['two hundred twenty', 'two hundred twenty: bare 220 by 1'],
    ['three thousand', 'three thousand: bare 3000 by 1'],
    ['one thousand nine hundred ninety-nine', 'one thousand nine hundred ninety-nine: bare 1999 by 1'],
    ['one hundred thousand', 'one hundred thousand: bare 100000 by 1'],
    ['a million', 'a million: bare 1000000 by 1'],
    ['two million three thousand', 'two million three thousand: bare 2003000 by 1'],
    ['two three', 'two three: unclear'],
    ['twenty eleven', 'twenty eleven: unclear'],
    ['twenty ten', 'twenty ten: unclear'],
    ['nineteen eighty', 'nineteen eighty: unclear'],
    ['twelve percent', 'twelve percent: percent 12 by 1'],
    ['two percentage points', 'two percentage points: points 2 by 1'],
    ['five dollars', 'five dollars: money 5 by 1'],
    ['ten-fold', 'ten-fold: times 10 by 1'],
    ['three times as many', 'three times: times 3 by 1'],
    ['three times a day', 'three: bare 3 by 1'],
    ['the fourth', 'fourth: ordinal 4 by 1'],
    ['the Twentieth', 'Twentieth: ordinal 20 by 1'],
    ['twice', 'twice: times 2 by 0.1'],
    ['doubled', 'doubled: times 2 by 0.1'],
    ['Double', 'Double: times 2 by 0.1'],
    ['tripled', 'tripled: times 3 by 0.1'],
    ['triple', 'triple: times 3 by 0.1'],
    ['Quadruple', 'Quadruple: times 4 by 0.1'],
    ['quadrupling', 'quadrupling: times 4 by 0.1'],
    ['half', 'half: percent 50 by 2'],
    ['hundreds of members', 'hundreds: unclear'],
  ])('the number words in "%s" are parsed', (text, expected) => {
    expect(parsed(text)).toEqual([expected]);
  });

  test.each([
    ['two thirds', 'two thirds: percent 66.666667 by 2'],
    ['three-quarters', 'three-quarters: percent 75 by 2'],
    ['a third of them', 'a third: percent 33.333333 by 2'],
    ['A quarter more', 'A quarter: percent 25 by 2'],
  ])('the fraction in "%s" is parsed as a percentage', (text, expected) => {
    expect(parsed(text)).toContain(expected);
  });

  test.each(['the third', 'a quarter', 'someone', 'fourteen-day'])(
    'ordinary words in "%s" are not parsed as numbers',
    (text) => {
      expect(parsed(text)).toEqual(text.startsWith('fourteen') ? ['fourteen: bare 14 by 1'] : []);
    },
  );
});
