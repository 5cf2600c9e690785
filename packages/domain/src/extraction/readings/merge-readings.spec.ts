import type { Cell, ExtractedTable } from '../layout/extracted-table.ts';
import { withoutSpecks } from '../layout/specks.ts';
import { mergeReadings, settled } from './merge-readings.ts';

const cell = (text: string, confidence = 0.95): Cell => ({
  text,
  confidence,
  place: { page: 1, box: { x: 0, y: 0, width: 10, height: 10 } },
});
const row = (y: number, ...cells: Cell[]) => ({ cells, page: 1, box: { x: 0, y, width: 100, height: 10 } });
const reading = (...rows: ExtractedTable['rows']) => ({
  tables: [{ header: ['Account', 'Name'], rows, totals: [] }],
  unread: [],
});
const cellsOf = (merged: ReturnType<typeof mergeReadings>) =>
  merged.tables[0]?.rows.map(({ cells }) =>
    cells.map(({ text, confidence, alternatives }) => [text, confidence, alternatives]),
  );

describe('two readings of a picture', () => {
  test('that agree are surer than either, unless one was a guess', () => {
    const merged = mergeReadings(
      reading(row(0, cell('4451', 0.7), cell('ANNA', 0.99), cell('X', 0.3))),
      reading(row(2, cell('4451', 0.8), cell('ANNA', 0.97), cell('X', 0.99))),
    );
    expect(cellsOf(merged)).toEqual([
      [
        ['4451', 0.9, undefined],
        ['ANNA', 0.99, undefined],
        ['X', 0.3, undefined],
      ],
    ]);
  });

  test('that differ leave nothing certain, and both texts', () => {
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

  test('of which one saw a row that the other did not are both heard', () => {
    const merged = mergeReadings(
      reading(row(0, cell('1'), cell('A'))),
      reading(row(50, cell('2'), cell('B 9.00'))),
    );
    expect(cellsOf(merged)?.[0]?.map(([, confidence]) => confidence)).toEqual([0, 0]);
    expect(merged.unread).toEqual([{ page: 1, text: '2 B 9.00' }]);
  });

  test('are settled by a third, closer look that agrees with one of them', () => {
    const open = { ...cell('4451', 0), alternatives: ['44S1'] };
    expect(settled(open, { text: '44S1', confidence: 0.8 })).toMatchObject({ text: '44S1', confidence: 0.9 });
    expect(settled(open, { text: '44S1', confidence: 0.4 })).toBe(open);
    expect(settled(open, { text: '4461', confidence: 0.99 })).toBe(open);
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
  ])('of %j are taken away, signs of money never', (text, cleaned) => {
    expect(withoutSpecks(text)).toBe(cleaned);
  });
});
