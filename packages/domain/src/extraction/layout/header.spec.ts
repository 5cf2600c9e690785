import { aPage, aWord } from '../testing/a-word.ts';
import { headerAt } from './header.ts';
import { linesOf } from './lines.ts';
import { textPages } from './text-words.ts';
import type { WordPage } from './word.ts';

const headerOf = (pages: readonly WordPage[], index = 0) => {
  const header = headerAt(pages.flatMap(linesOf), index);
  return header && { lines: header.lines, names: header.labels.map(({ text }) => text) };
};
const headerIn = (text: string, index = 0) => headerOf(textPages(text), index);

describe('a header', () => {
  test('is a line with the names of four fields', () => {
    expect(headerIn('Account   Name   Company   Amount')).toEqual({
      lines: 1,
      names: ['Account', 'Name', 'Company', 'Amount'],
    });
    expect(headerIn('Account   Name   Company   Branch   Teller')).toBeNull();
  });

  test('keeps columns that nobody knows, but no specks', () => {
    expect(headerIn('~   Account   Branch   Name   Company   Amount   |')?.names).toEqual([
      'Account',
      'Branch',
      'Name',
      'Company',
      'Amount',
    ]);
  });

  test('does not begin with a title', () => {
    const text = '                                             LISTING\nAccount   Name   Company   Amount';
    expect([headerIn(text, 0), headerIn(text, 1)?.lines]).toEqual([null, 1]);
  });

  test('takes two lines, and three, when they name more', () => {
    expect(
      headerIn(`Account   Member    Transaction   Originating
Number    Name      Amount        Company`),
    ).toEqual({
      lines: 2,
      names: ['Account Number', 'Member Name', 'Transaction Amount', 'Originating Company'],
    });
    expect(
      headerIn(`                                      Payment
Account   Company   Member   Amount   Related
Number    Name      Name              Information`),
    ).toEqual({
      lines: 3,
      names: ['Account Number', 'Company Name', 'Member Name', 'Amount', 'Payment Related Information'],
    });
  });

  test('takes a second line that only ends its names', () => {
    expect(headerIn('Account   Name   Company   Amount\nNumber')).toEqual({
      lines: 2,
      names: ['Account Number', 'Name', 'Company', 'Amount'],
    });
  });

  test.each([
    ['a value that could end a name', 'Account   Name   Company   Amount\nNo 4      Name'],
    [
      'a name of another column',
      'Account   Name   Company   Amount\n                                   Branch',
    ],
    ['a line that spoils a name', 'Account   Name   Company   Amount\n          ANNA'],
  ])('does not take %s', (_what, text) => {
    expect(headerIn(text)).toEqual({ lines: 1, names: ['Account', 'Name', 'Company', 'Amount'] });
  });

  test('has lines no further apart than two and a fifth of the higher one', () => {
    const lines = (y: number, height = 10) => [
      aPage([
        ...['Account', 'Name', 'Company', 'Amount'].map((text, at) => aWord(text, { x: 100 * at })),
        aWord('Number', { y, height }),
      ]),
    ];
    expect(headerOf(lines(22))?.lines).toBe(2);
    expect(headerOf(lines(22.1))?.lines).toBe(1);
    expect(headerOf(lines(39, 20))?.lines).toBe(2);
    expect(headerOf(lines(39.1, 20))?.lines).toBe(1);
  });

  test('does not go on over a page', () => {
    const [first, second] = [
      ['Account', 'Name', 'Company', 'Amount'].map((text, at) => aWord(text, { x: 100 * at })),
      [aWord('Number', { y: 12 })],
    ];
    expect(headerOf([aPage(first), aPage(second)])?.lines).toBe(2);
    expect(headerOf([aPage(first, 1), aPage(second, 2)])?.lines).toBe(1);
  });

  test('names its columns from left to right, also those that begin in its second line', () => {
    expect(headerIn('          Member   Company   Amount\nAccount   Name')?.names).toEqual([
      'Account',
      'Member Name',
      'Company',
      'Amount',
    ]);
  });

  test('parts names that stand close together, the longest first', () => {
    expect(headerIn('Account Number Name Company Name Amount Type')?.names).toEqual([
      'Account Number',
      'Name',
      'Company Name',
      'Amount',
      'Type',
    ]);
    expect(headerIn('Account   Name   Company   Amount Remark   Date')?.names).toEqual([
      'Account',
      'Name',
      'Company',
      'Amount Remark',
      'Date',
    ]);
  });

  test('leaves the end of a close name to the line below', () => {
    expect(
      headerIn(`Account   Name   Company   Amount Transaction   Date
                                  Code`),
    ).toEqual({ lines: 2, names: ['Account', 'Name', 'Company', 'Amount', 'Transaction Code', 'Date'] });
  });

  test('parts names whose letters touch those of the next', () => {
    const words = ['Account', 'Company', 'Amount', 'Date'].map((text, at) =>
      aWord(text, { x: 38 * at, y: at, width: 40 }),
    );
    expect(headerOf([aPage(words)])?.names).toEqual(['Account', 'Company', 'Amount', 'Date']);
  });

  test('holds a line below the whole of a name, not only below its first word', () => {
    const words = [
      ...['Account', 'Name', 'Amount'].map((text, at) => aWord(text, { x: 100 * at })),
      aWord('Co', { x: 330, y: 0, width: 12 }),
      aWord('Entry', { x: 300, y: 12, width: 40 }),
      aWord('Desc', { x: 300, y: 24, width: 24 }),
    ];
    expect(headerOf([aPage(words)])?.names.at(-1)).toBe('Co Entry Desc');
  });
});
