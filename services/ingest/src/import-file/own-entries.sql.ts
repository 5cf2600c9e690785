/** The entries of an import that have just been stored, and between which ids these are. */
export interface OwnEntries {
  importId: number;
  /** Lower than any of them. */
  after: number;
  /** Higher than any of them. */
  before?: number;
}

/**
 * Whether `t` is one of them. Found by their ids: the block range index on imports tells nothing of pages that nobody has
 * summarised yet, and after a large import these can be the whole ledger. IS TRUE keeps PostgreSQL from using it.
 *
 * With both ends it is few rows also to a PostgreSQL that knows nothing of the table yet. Without the higher one it is a
 * third then, which several processes read: right for the first large import, which is the whole ledger.
 *
 * Texts, because utility statements take no parameters; an id is digits.
 */
export function isOwn({ importId, after, before }: OwnEntries): string {
  const isBefore = before === undefined ? '' : ` AND t.id < ${BigInt(before)}`;
  return `t.id > ${BigInt(after)}${isBefore} AND (t.import_id = ${BigInt(importId)}) IS TRUE`;
}
