import { isNoise, isRule, isTotal } from './noise.ts';

describe('lines that are no rows', () => {
  test.each([
    ['TOTAL', true],
    ['Totals', true],
    ['GRAND TOTAL', true],
    ['Sub-Total', true],
    ['SUBTOTAL 12.00', true],
    [' Batch  total 5', true],
    ['TOTALLY', false],
    ['SUM TOTAL', false],
  ])('%j states sums: %s', (text, is) => {
    expect([isTotal(text), isNoise(text)]).toEqual([is, is]);
  });

  test.each([
    'Page 3',
    'PAGE 3 OF 12',
    'page 3/12',
    'Listing of items Page 3 of 12',
    'Listing of items PAGE 3/12',
    'Balance forward 12.00',
    'OPENING  BALANCE',
    'Previous balance',
    'Continued on next page',
    'continued',
    'END OF REPORT',
    ' End of listing',
    '*** END ***',
    '* * confidential',
    '*END*',
  ])('%j is beside the rows', (text) => {
    expect([isNoise(text), isTotal(text)]).toEqual([true, false]);
  });

  test.each([
    'page of a book',
    'Page 3 Books LLC',
    'Page12',
    'PAGE 3 OF',
    'Listing page 3 of 12 items',
    'Bypage 3 of 12',
    'Homepage of 12',
    'page 3of',
    'NEW BALANCE FORWARD',
    'NEW OPENING BALANCE',
    'BALANCEFORWARD',
    'DISCONTINUED',
    'Trend of report',
    'END USER',
    'Confidential Services',
    '2 * end',
  ])('%j may be a part of one', (text) => {
    expect(isNoise(text)).toBe(false);
  });

  test.each([
    ['-----', true],
    ['=== ===', true],
    ['|---+---|', true],
    [' ___ ', true],
    ['--', false],
    ['- - ', true],
    [' -  ', false],
    ['', false],
    ['---5', false],
    ['(---)', false],
  ])('%j is drawn with signs: %s', (text, is) => {
    expect(isRule(text)).toBe(is);
  });
});
