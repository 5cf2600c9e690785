import type { TableRow } from '../layout/extracted-table.ts';
import { type Box, bottomOf } from '../layout/word.ts';

/** Rows of two readings that stand at the same place: mostly one of each. */
export interface RowGroup {
  first: TableRow[];
  second: TableRow[];
}

/** Rows are the same when they share so much of the lower one's height. */
const SAME_ROW = 0.5;

/** All rows of two readings, those together that stand at the same place, in the order of the page. */
export function rowGroups(first: readonly TableRow[], second: readonly TableRow[]): RowGroup[] {
  const groups: RowGroup[] = [];
  for (const [reading, rows] of [
    ['first', first],
    ['second', second],
  ] as const)
    for (const row of rows) {
      const met = groups.filter((group) =>
        (reading === 'first' ? group.second : [...group.first, ...group.second]).some((other) =>
          shareHeight(row, other),
        ),
      );
      const [group = { first: [], second: [] }, ...further] = met;
      if (met.length === 0) groups.push(group);
      group[reading].push(row);
      // A row that spans two of the other reading brings them together.
      for (const one of further) {
        group.first.push(...one.first);
        group.second.push(...one.second);
        groups.splice(groups.indexOf(one), 1);
      }
    }
  return groups.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** A page is no higher than this, whatever it is measured in. */
const PAGE = 1_000_000;

function placeOf({ first, second }: RowGroup): number {
  return Math.min(...[...first, ...second].map(({ page, box }) => page * PAGE + box.y));
}

export function shareHeight(one: { page: number; box: Box }, other: { page: number; box: Box }): boolean {
  if (one.page !== other.page) return false;
  const shared = Math.min(bottomOf(one.box), bottomOf(other.box)) - Math.max(one.box.y, other.box.y);
  return shared >= SAME_ROW * Math.min(one.box.height, other.box.height);
}
