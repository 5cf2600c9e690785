import type { TotalKind } from '@clearwatch/contracts/transaction-reports.dto';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';

/** An entry that was found, and its place in the order of a report: newest day first, of one day what was stored last. */
export interface FoundEntry {
  id: number;
  /** ISO day; `-infinity` for an entry without any date, which comes last. */
  day: string;
}

/** The first entries in the order of a report, and how many there are in all. */
export interface Found {
  entries: FoundEntry[];
  total: number;
  kind: TotalKind;
}

export const NOTHING_FOUND: Found = { entries: [], total: 0, kind: 'exact' };

/** Rows with columns `id`, `day` as text and, in each, `total`. */
export function foundIn(rows: readonly Row[]): Found {
  const [first] = rows;
  return {
    entries: rows.map((row) => ({ id: integerOf(row, 'id'), day: textOf(row, 'day') })),
    total: first === undefined ? 0 : integerOf(first, 'total'),
    kind: 'exact',
  };
}

/** What was found in two places that have no entry in common. */
export function united(one: Found, other: Found, limit: number): Found {
  const entries = [...one.entries, ...other.entries].toSorted(newestFirst).slice(0, limit);
  return {
    entries,
    total: one.total + other.total,
    kind: one.kind === 'exact' && other.kind === 'exact' ? 'exact' : 'at-least',
  };
}

function newestFirst(a: FoundEntry, b: FoundEntry): number {
  if (a.day === b.day) return b.id - a.id;
  if (a.day === UNDATED) return 1;
  if (b.day === UNDATED) return -1;
  return a.day < b.day ? 1 : -1;
}

const UNDATED = '-infinity';
