/** One of several rows, of one file or many, that say the same in all that makes an identity. */
export interface EqualRow {
  importId: number;
  /** Number in its file; 0 for the one that was stored, which is the first that its file counts as `nth`. */
  row: number;
  /** Which of its equals its file takes it for, from 1; two rows under one trace number are both the first. */
  nth: number;
  line: number;
  /** As PostgreSQL writes jsonb. */
  metadata: string | null;
  /** The entry that was stored for it. */
  entryId: number | null;
  /** The entry that it became when somebody kept it although it was skipped. */
  keptAs: number | null;
}

/** A file was imported, or a skipped row was kept as the entry `keptAs`. */
export type Happening = { importId: number } | { keptAs: number };

/** Whose entry is the n-th of equal ones; `isKept` when the row was skipped and kept. */
export interface Holder {
  row: EqualRow;
  isKept: boolean;
}

/**
 * Lets files be imported and rows be kept once more, in the order in which it happened: a row is stored when nobody holds
 * its place, a row that was skipped and is kept takes the first place that nobody holds, and one that was not skipped
 * needs no keeping.
 * @returns the holders of the places, the first one's first; there are no gaps
 */
export function replayEqualRows(rows: readonly EqualRow[], happenings: readonly Happening[]): Holder[] {
  const holders: Holder[] = [];
  for (const happening of happenings) {
    if ('importId' in happening) importFile(holders, rowsOf(rows, happening.importId));
    else
      keep(
        holders,
        rows.find(({ keptAs }) => keptAs === happening.keptAs),
      );
  }
  return holders;
}

function importFile(holders: Holder[], rows: readonly EqualRow[]): void {
  for (const row of rows) if (row.nth === holders.length + 1) holders.push({ row, isKept: false });
}

function keep(holders: Holder[], row: EqualRow | undefined): void {
  if (row === undefined || holders.some((holder) => holder.row === row)) return;
  holders.push({ row, isKept: true });
}

function rowsOf(rows: readonly EqualRow[], importId: number): EqualRow[] {
  return rows
    .filter((row) => row.importId === importId)
    .toSorted((one, other) => one.nth - other.nth || one.row - other.row);
}
