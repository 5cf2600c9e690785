import { isOfKind } from './column-contents.ts';
import { columnOf } from './document-table-columns.ts';
import { assembleRows, joinWrappedLines } from './document-table-rows.ts';
import { type Line, linesOf, textOf } from './document-words.ts';
import { aPage, aWord } from './testing/document-fixtures.ts';

/** A text column and an amount column, with the boundary at 100. */
const COLUMNS = {
  cuts: [100],
  money: [1],
  prose: [0],
  isEntry: ({ words }: Line) => isOfKind(textOf(words.filter((word) => columnOf(word, [100]) === 1)), 'money'),
};
interface Printed {
  y: number;
  text?: string;
  amount?: string;
}
const wordsOf = ({ y, text, amount }: Printed) => [
  ...(text === undefined ? [] : [aWord(text, { y, x: 0 })]),
  ...(amount === undefined ? [] : [aWord(amount, { y, x: 120 })]),
];
const read = (...pages: readonly Printed[][]) => {
  const body = pages.flatMap((lines, index) => linesOf(aPage(lines.flatMap(wordsOf), index + 1)));
  const { rows, unread } = assembleRows(body, COLUMNS);
  return {
    rows: rows.map(({ cells }) => cells.map(({ text }) => text).join(' | ')),
    unread: unread.map(({ words }) => textOf(words)),
  };
};

describe('table rows', () => {
  test.each([
    '1.00',
    '1,234.56',
    '$1.00',
    '$ 1.00',
    '-1.00',
    '+1.00',
    '(1.00)',
    '$(1.00)',
    '1.00-',
    '1.00CR',
    '1.00 dr',
    '1.00 C',
  ])('a table row begins with an amount such as %s', (amount) => {
    expect(read([{ y: 0, text: 'A', amount }]).rows).toEqual([`A | ${amount}`]);
  });

  test.each(['1.0', '1.000', 'x1.00', '1.00x', '12', 'fee 1.00', '1.00 due', '1.00 crx'])(
    'a table row does not begin with %s',
    (amount) => {
      expect(read([{ y: 0, text: 'A', amount }]).rows).toEqual([]);
    },
  );

  test('a table row includes lines up to 2.5 line heights above and below', () => {
    const near = (gap: number) => [
      { y: 0, text: 'above' },
      { y: 10 + gap, text: 'A', amount: '1.00' },
      { y: 20 + 2 * gap, text: 'below' },
    ];
    expect(read(near(25))).toEqual({ rows: ['above A below | 1.00'], unread: [] });
    expect(read(near(25.1))).toEqual({ rows: ['A | 1.00'], unread: ['above', 'below'] });
  });

  test('a line between two table rows belongs to the nearer one, and to the upper one in a tie', () => {
    const between = (gap: number) =>
      read([
        { y: 0, text: 'A', amount: '1.00' },
        { y: 20, text: 'between' },
        { y: 30 + gap, text: 'B', amount: '2.00' },
      ]).rows;
    expect(between(10)).toEqual(['A between | 1.00', 'B | 2.00']);
    expect(between(9)).toEqual(['A between | 1.00', 'B | 2.00']);
    expect(between(8.9)).toEqual(['A | 1.00', 'between B | 2.00']);
  });

  test('lines between two table rows are divided at the widest gap', () => {
    const lines = (first: number, second: number) => [
      { y: 0, text: 'A', amount: '1.00' },
      { y: 10 + first, text: 'one' },
      { y: 20 + first + second, text: 'two' },
      { y: 35 + first + second, text: 'B', amount: '2.00' },
    ];
    expect(read(lines(10, 2)).rows).toEqual(['A | 1.00', 'one two B | 2.00']);
    expect(read(lines(2, 3)).rows).toEqual(['A one two | 1.00', 'B | 2.00']);
  });

  test('a table row ends with its page', () => {
    const pages = [[{ y: 40, text: 'A', amount: '1.00' }], [{ y: 50, text: 'next' }]];
    expect(read(...pages)).toEqual({ rows: ['A | 1.00'], unread: ['next'] });
    expect(read(...pages.toReversed())).toEqual({ rows: ['A | 1.00'], unread: ['next'] });
  });

  test('a table row does not include a line with an amount in another column', () => {
    const lines = (text: string) =>
      read([
        { y: 0, text: 'A', amount: '1.00' },
        { y: 12, text },
      ]);
    expect(lines('5.00 fee').unread).toEqual(['5.00 fee']);
    expect(lines('1.5.00').unread).toEqual([]);
    expect(lines('5.001').unread).toEqual([]);
  });

  test('a table cell has the confidence of its least certain word and the position of each line', () => {
    const page = aPage(
      [
        aWord('ANNA', { confidence: 0.9 }),
        aWord('M', { x: 30, y: 1, confidence: 0.6 }),
        aWord('EXAMPLE', { y: 12, confidence: 0.8 }),
        aWord('1.00', { x: 120, y: 0 }),
      ],
      3,
    );
    const [row] = assembleRows(linesOf(page), COLUMNS).rows;
    expect(row?.cells[0]).toEqual({
      text: 'ANNA M EXAMPLE',
      confidence: 0.6,
      place: {
        page: 3,
        box: { x: 0, y: 0, width: 42, height: 22 },
        lines: [
          { x: 0, y: 0, width: 36, height: 11 },
          { x: 0, y: 12, width: 42, height: 10 },
        ],
      },
    });
    expect([row?.page, row?.box]).toEqual([3, { x: 0, y: 0, width: 144, height: 22 }]);
  });

  test('a table row has an empty cell where the page is blank', () => {
    const [row] = assembleRows(linesOf(aPage([aWord('1.00', { x: 120 })])), COLUMNS).rows;
    expect(row?.cells[0]).toEqual({ text: '', confidence: 1, place: null });
  });
});

test.each([
  ['SMITH- JONES', 'SMITH-JONES'],
  ['A - B', 'A - B'],
  ['12- 13', '12- 13'],
  [' A ', 'A'],
])('the wrapped text %j is read as %j', (wrapped, text) => {
  expect(joinWrappedLines(wrapped)).toBe(text);
});

test('a word belongs to the column of its center, and to the right one at the boundary', () => {
  const at = (x: number) => columnOf(aWord('x', { x, width: 10 }), [50, 100]);
  expect([0, 44.9, 45, 94.9, 95, 300].map(at)).toEqual([0, 0, 1, 1, 2, 2]);
});
