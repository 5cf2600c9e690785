import type { TableRow } from '../layout/extracted-table.ts';
import { rowGroups, shareHeight } from './row-groups.ts';

const at = (y: number, height = 10, page = 1): TableRow => ({
  cells: [],
  page,
  box: { x: 0, y, width: 100, height },
});
/** Where the rows of each group stand, those of the first reading before those of the second. */
const groups = (first: readonly TableRow[], second: readonly TableRow[]) =>
  rowGroups(first, second).map((group) =>
    [group.first, group.second].map((rows) => rows.map(({ box }) => box.y)),
  );

describe('rows of two readings', () => {
  test('stand at one place when they share half of the lower height on one page', () => {
    expect(shareHeight(at(0), at(5))).toBe(true);
    expect(shareHeight(at(0), at(5.1))).toBe(false);
    expect(shareHeight(at(0, 40), at(35))).toBe(true);
    expect(shareHeight(at(0, 40), at(35.1))).toBe(false);
    expect(shareHeight(at(0), at(20))).toBe(false);
    expect(shareHeight(at(0), at(0, 10, 2))).toBe(false);
  });

  test('are together with what stands at their place, in the order of the pages', () => {
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

  test('of one reading are never joined by themselves', () => {
    expect(groups([at(0), at(4)], [])).toEqual([
      [[0], []],
      [[4], []],
    ]);
  });

  test('are brought together by a row that spans several', () => {
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
