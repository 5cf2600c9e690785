import { type EntryHolder, type EqualRow, type ImportEvent, regroup, replayEqualRows } from './equal-rows.ts';

/** The `nth` of the equal rows in file `importId`. */
function aRow(importId: number, nth: number, over: Partial<EqualRow> = {}): EqualRow {
  return { importId, row: nth, nth, line: nth, metadata: null, entryId: null, keptAs: null, ...over };
}

const imported = (...importIds: number[]): ImportEvent[] => importIds.map((importId) => ({ importId }));
const seen = (holders: readonly EntryHolder[]) => holders.map(({ row, isKept }) => [row.importId, row.nth, isKept]);

describe('replay of equal rows', () => {
  it('equal rows are stored for the first file and skipped for every other file', () => {
    const rows = [aRow(1, 1), aRow(2, 1), aRow(2, 2), aRow(3, 1), aRow(3, 2), aRow(3, 3)];

    expect(seen(replayEqualRows(rows, imported(1, 2, 3)))).toEqual([
      [1, 1, false],
      [2, 2, false],
      [3, 3, false],
    ]);
    expect(seen(replayEqualRows(rows, imported(3, 2, 1)))).toEqual([
      [3, 1, false],
      [3, 2, false],
      [3, 3, false],
    ]);
  });

  it('equal rows with one trace number in one file are one entry, the first of them', () => {
    const first = aRow(1, 1, { row: 4 });
    const holders = replayEqualRows([aRow(1, 1, { row: 9 }), first], imported(1));

    expect(holders).toEqual([{ row: first, isKept: false }]);
  });

  it('equal rows that users kept take the next positions in the order of keeping', () => {
    const rows = [aRow(1, 1), aRow(2, 1, { keptAs: 20 }), aRow(3, 1, { keptAs: 30 })];
    const story: ImportEvent[] = [...imported(1, 2, 3), { keptAs: 30 }, { keptAs: 20 }];

    expect(seen(replayEqualRows(rows, story))).toEqual([
      [1, 1, false],
      [3, 1, true],
      [2, 1, true],
    ]);
  });

  it('equal rows that users kept are ordinary entries when their position is free', () => {
    const rows = [aRow(2, 1, { keptAs: 20 })];

    expect(seen(replayEqualRows(rows, [...imported(2), { keptAs: 20 }]))).toEqual([[2, 1, false]]);
  });

  it('equal rows that users kept are duplicates of a later file with as many rows', () => {
    const rows = [aRow(1, 1), aRow(2, 1, { keptAs: 20 }), aRow(3, 1), aRow(3, 2), aRow(3, 3)];
    const story: ImportEvent[] = [...imported(1, 2), { keptAs: 20 }, ...imported(3)];

    expect(seen(replayEqualRows(rows, story))).toEqual([
      [1, 1, false],
      [2, 1, true],
      [3, 3, false],
    ]);
  });
});

describe('new owners of entries', () => {
  const entries = [
    { id: 10, nth: 1 },
    { id: 20, nth: 2 },
    { id: 30, nth: 3 },
  ];

  it('after an undo, an entry stays with the row that owns it and moves up when an earlier entry is gone', () => {
    const own = aRow(1, 1, { row: 0, entryId: 10 });
    const kept = aRow(3, 1, { keptAs: 30 });
    const holders = [
      { row: own, isKept: false },
      { row: kept, isKept: true },
    ];

    expect(regroup(entries, [own, kept], holders)).toEqual({
      placed: [
        { id: 10, nth: 1, heir: null },
        { id: 30, nth: 2, heir: null },
      ],
      gone: [20],
      skipped: [{ row: kept, twinId: 10, twinMetadata: null }],
    });
  });

  it('after an undo, an entry goes to the equal row at its own position if possible and to another one otherwise', () => {
    const second = aRow(4, 2);
    const first = aRow(4, 1, { keptAs: 20, metadata: '{}' });
    const { placed, gone, skipped } = regroup(
      entries,
      [first, second],
      [
        { row: first, isKept: false },
        { row: second, isKept: false },
      ],
    );

    expect(placed).toEqual([
      { id: 10, nth: 1, heir: first },
      { id: 20, nth: 2, heir: second },
    ]);
    expect([gone, skipped]).toEqual([[30], []]);
  });

  it('an undo with fewer entries than rows that need one is an internal error', () => {
    const rows = [aRow(1, 1), aRow(1, 2)];
    const holders = rows.map((row) => ({ row, isKept: false }));

    expect(() => regroup([{ id: 10, nth: 1 }], rows, holders)).toThrow('do not add up');
  });
});
