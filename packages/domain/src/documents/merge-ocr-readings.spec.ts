import { stripSpecks } from './document-words.ts';
import type { Cell, ExtractedTable, TableRow } from './extracted-table.ts';
import { matchRows, mergeReadings, overlapVertically } from './merge-ocr-readings.ts';
import { plainTextPages } from './plain-text-pages.ts';
import { findTables } from './read-document.ts';
import { asPicture } from './testing/document-fixtures.ts';

const cell = (text: string, confidence = 0.95): Cell => ({
  text,
  confidence,
  place: { page: 1, box: { x: 0, y: 0, width: 10, height: 10 } },
});
const row = (y: number, ...cells: Cell[]) => ({ cells, page: 1, box: { x: 0, y, width: 100, height: 10 } });
const reading = (...rows: ExtractedTable['rows']) => ({
  tables: [{ header: ['Account', 'Name'], rows, totals: [], layout: { cuts: [] } }],
  unread: [],
});
const cellsOf = (merged: ReturnType<typeof mergeReadings>) =>
  merged.tables[0]?.rows.map(({ cells }) =>
    cells.map(({ text, confidence, alternatives }) => [text, confidence, alternatives]),
  );

describe('two OCR readings', () => {
  test('two OCR readings that agree are more certain than either, unless one was a guess', () => {
    const merged = mergeReadings(
      reading(row(0, cell('4451', 0.7), cell('ANNA', 0.99), cell('X', 0.3), cell('Y', 0.5))),
      reading(row(2, cell('4451', 0.8), cell('ANNA', 0.97), cell('X', 0.99), cell('Y', 0.6))),
    );
    expect(cellsOf(merged)).toEqual([
      [
        ['4451', 0.9, undefined],
        ['ANNA', 0.99, undefined],
        ['X', 0.3, undefined],
        ['Y', 0.9, undefined],
      ],
    ]);
  });

  test('two OCR readings that differ leave the cell uncertain with both texts', () => {
    const merged = mergeReadings(
      reading(row(0, cell('4451'), cell('ANNA'))),
      reading(row(0, cell('44S1'), cell('ANNA'))),
    );
    expect(cellsOf(merged)).toEqual([
      [
        ['4451', 0, ['44S1']],
        ['ANNA', 0.95, undefined],
      ],
    ]);
  });

  test('a row that only one of two OCR readings contains is kept as uncertain', () => {
    const merged = mergeReadings(reading(row(0, cell('1'), cell('A'))), reading(row(50, cell('2'), cell('B 9.00'))));
    expect(cellsOf(merged)).toEqual([
      [
        ['1', 0, undefined],
        ['A', 0, undefined],
      ],
      [
        ['2', 0, undefined],
        ['B 9.00', 0, undefined],
      ],
    ]);
  });

  test.each(['572.1', ''])('two OCR readings are merged row by row when one reads an amount as %j', (misread) => {
    const listing = (amount: string) => `
Date        Account     Name           Company           Debit     Credit
08/03/2026  1000000001  EXAMPLE, ANNA  ACME PAYROLL                307.19
08/04/2026  1000000002  SAMPLE, BEN    CITY POWER        ${amount}
08/05/2026  1000000003  SPECIMEN, CAI  ACME PAYROLL      291.99`;
    const readingOf = (amount: string) => findTables(asPicture(plainTextPages(listing(amount))));
    const merged = mergeReadings(readingOf(misread), readingOf('572.11'));
    expect(merged.tables[0]?.rows.map(({ cells }) => cells[4]?.text)).toEqual(['', misread, '291.99']);
    const [first, second, third] = merged.tables[0]?.rows ?? [];
    expect(second?.cells[4]).toMatchObject({ confidence: 0, alternatives: ['572.11'] });
    const others = [...(first?.cells ?? []), ...(third?.cells ?? []), ...(second?.cells.toSpliced(4, 1) ?? [])];
    expect(others.filter(({ confidence }) => confidence < 0.9)).toEqual([]);
    expect([first?.unclear, second?.unclear, third?.unclear, merged.unread]).toEqual([[], [], [], []]);
  });

  test('rows that one OCR reading joined for lack of an amount are split as in the other reading', () => {
    const joined = {
      ...row(0, cell('1 2'), cell('ANNA BEN'), cell('5.1')),
      box: { x: 0, y: 0, width: 100, height: 30 },
    };
    const rows = [row(0, cell('1'), cell('ANNA'), cell('')), row(20, cell('2'), cell('BEN'), cell('5.11'))];
    for (const merged of [
      mergeReadings(reading(joined), reading(...rows)),
      mergeReadings(reading(...rows), reading(joined)),
    ])
      expect(cellsOf(merged)).toEqual([
        [
          ['1', 0.95, undefined],
          ['ANNA', 0.95, undefined],
          ['', 0.95, undefined],
        ],
        [
          ['2', 0.95, undefined],
          ['BEN', 0.95, undefined],
          ['5.11', 0, ['5.1']],
        ],
      ]);
  });

  test('words that differ between OCR readings become uncertain when one reading joined two rows', () => {
    const joined = {
      ...row(0, cell('1 2'), cell('ANNA'), cell('5.11', 0.6)),
      box: { x: 0, y: 0, width: 100, height: 30 },
    };
    const rows = [row(0, cell('1'), cell('ANNA'), cell('')), row(20, cell('2', 0.3), cell('BEN'), cell('5.11', 0.7))];
    expect(cellsOf(mergeReadings(reading(...rows), reading(joined)))).toEqual([
      [
        ['1', 0.95, undefined],
        ['ANNA', 0, undefined],
        ['', 0.95, undefined],
      ],
      [
        ['2', 0.3, undefined],
        ['BEN', 0, undefined],
        ['5.11', 0.9, undefined],
      ],
    ]);
  });

  test('a merged cell has the position from the OCR reading that found it', () => {
    const nothing: Cell = { text: '', confidence: 1, place: null };
    const [one, other] = [reading(row(0, cell('1'), nothing)), reading(row(0, cell('1'), cell('A')))];
    for (const merged of [mergeReadings(one, other), mergeReadings(other, one)])
      expect(merged.tables[0]?.rows[0]?.cells[1]?.place).toEqual(cell('A').place);
  });

  test('OCR readings of several tables are compared table by table', () => {
    const table = (header: string[], ...rows: ExtractedTable['rows']) => ({
      header,
      rows,
      totals: [],
      layout: { cuts: [] },
    });
    const both = {
      tables: [
        table(['Account', 'Name'], row(0, cell('1'), cell('A'))),
        table(['Account', 'Company'], row(50, cell('2'), cell('B'))),
      ],
      unread: [],
    };
    const merged = mergeReadings(both, both);
    expect(merged.tables.map(({ rows }) => rows.map(({ cells }) => cells[0]?.text))).toEqual([['1'], ['2']]);
    const longer = {
      tables: [table(['Account', 'Name', 'Company'], row(0, cell('1'), cell('A')))],
      unread: [],
    };
    const shorter = reading(row(0, cell('1'), cell('A')));
    for (const merged of [mergeReadings(shorter, longer), mergeReadings(longer, shorter)])
      expect(cellsOf(merged)?.[0]?.[0]).toEqual(['1', 0, undefined]);
  });

  test('OCR readings with different columns confirm nothing', () => {
    const other = { ...reading(row(0, cell('1'), cell('A')), row(50, cell('2'), cell('B'))) };
    const second = {
      ...other,
      tables: other.tables.map((table) => ({ ...table, header: ['Acc0unt', 'Name'] })),
    };
    const merged = mergeReadings(reading(row(0, cell('1'), cell('A'))), second);
    expect(cellsOf(merged)?.map((cells) => cells.map(([, confidence]) => confidence))).toEqual([[0, 0]]);
    expect(merged.unread.map(({ text }) => text)).toEqual(['2 B']);
  });

  test('a line that one OCR reading did not place is reported only when the other did not place it either', () => {
    const lost = {
      tables: [{ header: ['Account', 'Name'], rows: [row(0, cell('1'), cell('A'))], totals: [], layout: { cuts: [] } }],
      unread: [{ page: 1, text: '2 B', box: { x: 0, y: 50, width: 9, height: 10 } }],
    };
    const merged = mergeReadings(lost, reading(row(0, cell('1'), cell('A')), row(50, cell('2'), cell('B'))));
    expect([merged.tables[0]?.rows.length, merged.unread]).toEqual([2, []]);
    const elsewhere = [
      { page: 1, text: 'below', box: { x: 0, y: 90, width: 9, height: 10 } },
      { page: 1, text: 'somewhere' },
    ];
    const row1 = reading(row(0, cell('1'), cell('A')));
    expect(mergeReadings({ ...row1, unread: elsewhere }, row1).unread).toEqual(elsewhere);
  });

  test('OCR readings agree when a lone I in a name is read as another stroke', () => {
    const merged = mergeReadings(
      reading(row(0, cell('4451 1'), cell('LEE, ANNA 1'))),
      reading(row(0, cell('4451 1'), cell('LEE, ANNA I'))),
    );
    expect(cellsOf(merged)?.[0]?.map(([text]) => text)).toEqual(['4451 1', 'LEE, ANNA I']);
  });

  test('OCR readings of a printed sum are both kept when they differ', () => {
    const place = { page: 1, box: { x: 0, y: 90, width: 10, height: 10 } };
    const withSum = (text: string) => ({
      ...reading(row(0, cell('1'))),
      tables: [
        { header: ['Account'], rows: [row(0, cell('1'))], totals: [{ column: 0, text, place }], layout: { cuts: [] } },
      ],
    });
    expect(mergeReadings(withSum('5.00'), withSum('5.00')).tables[0]?.totals).toEqual([
      { column: 0, text: '5.00', place },
    ]);
    expect(mergeReadings(withSum('5.00'), withSum('6.00')).tables[0]?.totals).toEqual([
      { column: 0, text: '5.00', alternatives: ['6.00'], place },
    ]);
  });

  test('OCR readings of several sums are compared by position and column, and all sums are kept', () => {
    const sum = (column: number, text: string, y: number) => ({
      column,
      text,
      place: { page: 1, box: { x: 0, y, width: 10, height: 10 } },
    });
    const withSums = (...totals: ReturnType<typeof sum>[]) => ({
      tables: [{ header: ['Debit', 'Credit'], rows: [row(0, cell('1'), cell('2'))], totals, layout: { cuts: [] } }],
      unread: [],
    });
    const merged = mergeReadings(
      withSums(sum(0, '5.00', 90), sum(1, '6.00', 90), sum(0, '7.00', 200)),
      withSums(sum(1, '6.00', 92), sum(0, '5.50', 92), sum(1, '9.00', 300)),
    );
    expect(merged.tables[0]?.totals).toEqual([
      { ...sum(0, '5.00', 90), alternatives: ['5.50'] },
      sum(1, '6.00', 90),
      sum(0, '7.00', 200),
      sum(1, '9.00', 300),
    ]);
  });
});

describe('specks at the ends of a text', () => {
  test.each([
    ['‘QUICKLOAN LLC ~~', 'QUICKLOAN LLC'],
    ["| O'BRIEN |", "O'BRIEN"],
    ['INSURANCE =', 'INSURANCE'],
    ['ADMIN *.', 'ADMIN'],
    ['12.50 -', '12.50 -'],
    ['-12.50', '-12.50'],
    ['12.50-', '12.50-'],
    ['(80.05)', '(80.05)'],
    ['$1.00', '$1.00'],
    ['~~', ''],
    ['LLC ??', 'LLC'],
    ['LLC ???', 'LLC ???'],
    ['_A_ ', 'A'],
  ])('specks at the ends of %j are removed, but currency signs are kept', (text, cleaned) => {
    expect(stripSpecks(text)).toBe(cleaned);
  });
});

const at = (y: number, height = 10, page = 1): TableRow => ({
  cells: [],
  page,
  box: { x: 0, y, width: 100, height },
});
/** The positions of the rows in each group, with the first reading first. */
const groups = (first: readonly TableRow[], second: readonly TableRow[]) =>
  matchRows(first, second).map((group) => [group.first, group.second].map((rows) => rows.map(({ box }) => box.y)));

describe('rows of two readings', () => {
  test('rows of two OCR readings are at the same position when they share half the smaller height on one page', () => {
    expect(overlapVertically(at(0), at(5))).toBe(true);
    expect(overlapVertically(at(0), at(5.1))).toBe(false);
    expect(overlapVertically(at(0, 40), at(35))).toBe(true);
    expect(overlapVertically(at(0, 40), at(35.1))).toBe(false);
    expect(overlapVertically(at(0), at(20))).toBe(false);
    expect(overlapVertically(at(0), at(0, 10, 2))).toBe(false);
  });

  test('rows of two OCR readings are grouped by position, in page order', () => {
    expect(groups([at(40), at(0)], [at(41), at(20)])).toEqual([
      [[0], []],
      [[], [20]],
      [[40], [41]],
    ]);
    expect(groups([at(0, 10, 2), at(300)], [at(100, 10, 2)])).toEqual([
      [[300], []],
      [[0], []],
      [[], [100]],
    ]);
  });

  test('rows of only one OCR reading are never joined', () => {
    expect(groups([at(0), at(4)], [])).toEqual([
      [[0], []],
      [[4], []],
    ]);
  });

  test('rows of an OCR reading are joined by a row of the other reading that spans several', () => {
    expect(groups([at(0), at(20), at(40)], [at(0, 30), at(41)])).toEqual([
      [[0, 20], [0]],
      [[40], [41]],
    ]);
    expect(groups([at(0), at(30)], [at(2), at(31), at(0, 40)])).toEqual([
      [
        [0, 30],
        [2, 0, 31],
      ],
    ]);
  });
});
