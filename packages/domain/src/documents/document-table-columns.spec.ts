import { findColumnBoundaries, findHeaderAt } from './document-table-columns.ts';
import { linesOf, type WordPage } from './document-words.ts';
import { plainTextPages } from './plain-text-pages.ts';
import { aPage, aWord } from './testing/document-fixtures.ts';

const label = (text: string, x: number, width: number) => ({ text, box: { x, y: 0, width, height: 10 } });
type Row = readonly (readonly [x: number, width: number])[];
const body = (...rows: readonly Row[]) =>
  linesOf(aPage(rows.flatMap((words, row) => words.map(([x, width]) => aWord('x', { x, width, y: 20 * (row + 1) })))));

describe('column boundaries', () => {
  // Their centers are at 120 and 330.
  const labels = [label('Name', 100, 40), label('Amount', 300, 60)];
  const cutOf = (...rows: readonly Row[]) => findColumnBoundaries(labels, body(...rows))[0];
  const rows = (count: number, row: Row) => Array.from({ length: count }, () => row);

  test('a column boundary is at the left edge of a header where 30% of the values begin', () => {
    const inRhythm: Row = [
      [100, 60],
      [320, 20],
    ];
    for (const x of [297, 300, 303])
      expect(
        cutOf(
          ...rows(7, inRhythm),
          ...rows(3, [
            [100, 60],
            [x, 40],
          ]),
        ),
      ).toBe(298.5);
    expect(
      cutOf(
        ...rows(8, inRhythm),
        ...rows(2, [
          [100, 60],
          [300, 40],
        ]),
      ),
    ).toBe(230);
    expect(
      cutOf(
        ...rows(9, [
          [100, 60],
          [303.5, 40],
        ]),
      ),
    ).toBe(231.5);
    expect(
      cutOf(
        ...rows(9, [
          [100, 60],
          [296.5, 40],
        ]),
      ),
    ).toBe(228);
  });

  test('a column boundary is in the widest gap before right-aligned values, even when they are wider than the header', () => {
    expect(
      cutOf(
        [
          [100, 120],
          [270, 90],
        ],
        [
          [100, 60],
          [330, 30],
        ],
      ),
    ).toBe(245);
    expect(
      cutOf([
        [100, 60],
        [200, 20],
        [290, 70],
      ]),
    ).toBe(255);
    expect(
      cutOf([
        [100, 30],
        [230, 20],
        [260, 100],
      ]),
    ).toBe(180);
    expect(
      cutOf([
        [100, 60],
        [200, 20],
        [260, 100],
      ]),
    ).toBe(180);
  });

  test('a gap between columns excludes a unit that a word covers only partly', () => {
    expect(
      cutOf([
        [100, 60.5],
        [200.5, 159.5],
      ]),
    ).toBe(180.5);
  });

  test('a column boundary is where the fewest rows cross it when some row crosses everywhere', () => {
    expect(
      cutOf(
        [[100, 250]],
        [
          [100, 120],
          [270, 90],
        ],
      ),
    ).toBe(245);
    expect(
      cutOf(
        [[100, 250]],
        [[100, 250]],
        [
          [100, 120],
          [270, 90],
        ],
      ),
    ).toBe(245);
  });

  test('a column boundary is not at a header edge that a value crosses', () => {
    const flush = rows(4, [
      [100, 60],
      [300, 40],
    ]);
    expect(
      cutOf(...flush, [
        [100, 60],
        [290, 12],
      ]),
    ).toBe(225);
    expect(
      cutOf(...flush, [
        [100, 60],
        [290, 11],
      ]),
    ).toBe(298.5);
    expect(
      cutOf(...flush, [
        [100, 60],
        [297, 70],
      ]),
    ).toBe(298.5);
  });

  test('a column boundary is halfway between the headers when there are no values', () => {
    expect(cutOf()).toBe(225);
    expect(findColumnBoundaries([label('Name', 100, 40), label('Amount', 300, 61)], [])).toEqual([225.5]);
  });

  test('a table has one fewer column boundary than columns', () => {
    expect(findColumnBoundaries([...labels, label('Date', 400, 40)], [])).toEqual([225, 375]);
    expect(findColumnBoundaries(labels.slice(1), [])).toEqual([]);
  });

  test('column boundaries scale with the units of the page', () => {
    const scaled = (by: number) =>
      findColumnBoundaries(
        [label('Name', 100 * by, 40 * by), label('Amount', 300 * by, 60 * by)],
        body(
          ...rows(2, [
            [100 * by, 120 * by],
            [270 * by, 90 * by],
          ]),
        ),
      )[0];
    expect(scaled(4)).toBe(4 * (scaled(1) ?? 0));
  });
});

const headerOf = (pages: readonly WordPage[], index = 0) => {
  const header = findHeaderAt(pages.flatMap(linesOf), index);
  return header && { lines: header.lines, names: header.labels.map(({ text }) => text) };
};
const headerIn = (text: string, index = 0) => headerOf(plainTextPages(text), index);

describe('table headers', () => {
  test('a table header is a line with the names of four fields', () => {
    expect(headerIn('Account   Name   Company   Amount')).toEqual({
      lines: 1,
      names: ['Account', 'Name', 'Company', 'Amount'],
    });
    expect(headerIn('Account   Name   Company   Branch   Teller')).toBeNull();
  });

  test('a table header keeps unknown columns, but no specks', () => {
    expect(headerIn('~   Account   Branch   Name   Company   Amount   |')?.names).toEqual([
      'Account',
      'Branch',
      'Name',
      'Company',
      'Amount',
    ]);
  });

  test('a table header does not begin with a title', () => {
    const text = '                                             LISTING\nAccount   Name   Company   Amount';
    expect([headerIn(text, 0), headerIn(text, 1)?.lines]).toEqual([null, 1]);
  });

  test('a table header takes two or three lines when they name more fields', () => {
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

  test('a table header takes a second line that only completes its names', () => {
    expect(headerIn('Account   Name   Company   Amount\nNumber')).toEqual({
      lines: 2,
      names: ['Account Number', 'Name', 'Company', 'Amount'],
    });
  });

  test.each([
    ['a value that could complete a name', 'Account   Name   Company   Amount\nNo 4      Name'],
    ['a name of another column', 'Account   Name   Company   Amount\n                                   Branch'],
    ['a line that makes a name unknown', 'Account   Name   Company   Amount\n          ANNA'],
  ])('a table header does not take %s', (_what, text) => {
    expect(headerIn(text)).toEqual({ lines: 1, names: ['Account', 'Name', 'Company', 'Amount'] });
  });

  test('the lines of a table header are at most 2.2 line heights apart', () => {
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

  test('a table header does not continue on the next page', () => {
    const [first, second] = [
      ['Account', 'Name', 'Company', 'Amount'].map((text, at) => aWord(text, { x: 100 * at })),
      [aWord('Number', { y: 12 })],
    ];
    expect(headerOf([aPage(first), aPage(second)])?.lines).toBe(2);
    expect(headerOf([aPage(first, 1), aPage(second, 2)])?.lines).toBe(1);
  });

  test('a table header orders its columns from left to right, including those that begin in its second line', () => {
    expect(headerIn('          Member   Company   Amount\nAccount   Name')?.names).toEqual([
      'Account',
      'Member Name',
      'Company',
      'Amount',
    ]);
  });

  test('column names that are close together in a header are separated, the longest first', () => {
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

  test('a column name close to its neighbor may end on the line below', () => {
    expect(
      headerIn(`Account   Name   Company   Amount Transaction   Date
                                  Code`),
    ).toEqual({ lines: 2, names: ['Account', 'Name', 'Company', 'Amount', 'Transaction Code', 'Date'] });
  });

  test('column names in a header are separated even when their letters touch', () => {
    const words = ['Account', 'Company', 'Amount', 'Date'].map((text, at) =>
      aWord(text, { x: 38 * at, y: at, width: 40 }),
    );
    expect(headerOf([aPage(words)])?.names).toEqual(['Account', 'Company', 'Amount', 'Date']);
  });

  test('the second line of a header is aligned with the whole name above, not only its first word', () => {
    const words = [
      ...['Account', 'Name', 'Amount'].map((text, at) => aWord(text, { x: 100 * at })),
      aWord('Co', { x: 330, y: 0, width: 12 }),
      aWord('Entry', { x: 300, y: 12, width: 40 }),
      aWord('Desc', { x: 300, y: 24, width: 24 }),
    ];
    expect(headerOf([aPage(words)])?.names.at(-1)).toBe('Co Entry Desc');
  });
});
