import type { EqualRow, Holder } from './replay-equal-rows.ts';

/** An entry that the ledger holds, the n-th of equal ones. */
export interface EqualEntry {
  id: number;
  nth: number;
}

export interface Regrouping {
  /** Entries in their new places; those that go over to a row say whose they are from now on. */
  placed: { id: number; nth: number; heir: EqualRow | null }[];
  /** Entries that leave the ledger. */
  gone: number[];
  /** Rows that are skipped as before, and the entry each equals. */
  skipped: { row: EqualRow; twinId: number; twinMetadata: string | null }[];
}

/**
 * Brings entries to the holders that a replay has found. Whoever has an entry keeps it, so that what points at it still
 * does; a row that becomes an entry takes over one that nobody has any more, its own twin if it can.
 * @throws Error when there are fewer entries than holders: taking something away cannot need more
 */
export function regroup(
  entries: readonly EqualEntry[],
  rows: readonly EqualRow[],
  holders: readonly Holder[],
): Regrouping {
  const known = new Set(holders.map(entryOf));
  const free = entries.filter(({ id }) => !known.has(id));
  const placed = holders.map((holder, index) => {
    const id = entryOf(holder);
    return id === null
      ? { id: takeFrom(free, index + 1), nth: index + 1, heir: holder.row }
      : { id, nth: index + 1, heir: null };
  });
  const stored = new Set(holders.filter(({ isKept }) => !isKept).map(({ row }) => row));
  return {
    placed,
    gone: free.map(({ id }) => id),
    skipped: rows
      .filter((row) => !stored.has(row))
      .map((row) => ({
        row,
        twinId: present(placed[row.nth - 1]).id,
        twinMetadata: present(holders[row.nth - 1]).row.metadata,
      })),
  };
}

function entryOf({ row, isKept }: Holder): number | null {
  return isKept ? row.keptAs : row.entryId;
}

function takeFrom(free: EqualEntry[], nth: number): number {
  const index = Math.max(
    0,
    free.findIndex((entry) => entry.nth === nth),
  );
  const [taken] = free.splice(index, 1);
  return present(taken).id;
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Equal entries do not add up');
  return value;
}
