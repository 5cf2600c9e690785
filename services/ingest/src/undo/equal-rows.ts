import { identityHash, occurrenceHash } from '@clearwatch/domain/ledger/transaction-identity';
import { queryIntegers, type ReadRow, RowReader, type SqlReader } from '@clearwatch/service-kit/database/query-rows';
import { LEDGER_ROW, LEDGER_ROW_COLUMNS } from '../ledger/ledger-sql.ts';

/** One of several rows with the same identity, in one or more files. */
export interface EqualRow {
  importId: number;
  /** Row number in its file; 0 for the stored row, so that it precedes skipped rows with the same `nth`. */
  row: number;
  /** Its position among the equal rows in its file, from 1. Rows with the same trace number have the same position. */
  nth: number;
  line: number;
  /** PostgreSQL's text form of the jsonb. */
  metadata: string | null;
  entryId: number | null;
  keptAs: number | null;
}

/** A file was imported, or a skipped row was kept as the entry `keptAs`. */
export type ImportEvent = { importId: number } | { keptAs: number };

/** The row behind the n-th of several equal entries. `isKept` when the row was skipped and then kept. */
export interface EntryHolder {
  row: EqualRow;
  isKept: boolean;
}

/**
 * An imported row takes its position if it is free. A kept row takes the first free position unless it already has one.
 * @returns the holders of the positions from 1, without gaps
 */
export function replayEqualRows(rows: readonly EqualRow[], events: readonly ImportEvent[]): EntryHolder[] {
  const holders: EntryHolder[] = [];
  for (const event of events) {
    if ('importId' in event) {
      const imported = rows
        .filter(({ importId }) => importId === event.importId)
        .toSorted((one, other) => one.nth - other.nth || one.row - other.row);
      for (const row of imported) if (row.nth === holders.length + 1) holders.push({ row, isKept: false });
      continue;
    }
    const row = rows.find(({ keptAs }) => keptAs === event.keptAs);
    if (row !== undefined && holders.every((holder) => holder.row !== row)) holders.push({ row, isKept: true });
  }
  return holders;
}

/**
 * A holder keeps its entry, so that references to it stay valid. A row without one gets a free entry, preferably the
 * one at its own position.
 * @throws Error if there are fewer entries than holders, which no removal can cause
 */
export function regroup(
  entries: readonly Pick<StoredEqual, 'id' | 'nth'>[],
  rows: readonly EqualRow[],
  holders: readonly EntryHolder[],
) {
  const entryOf = ({ row, isKept }: EntryHolder): number | null => (isKept ? row.keptAs : row.entryId);
  const known = new Set(holders.map(entryOf));
  const free = entries.filter(({ id }) => !known.has(id));
  const takeFree = (nth: number): number => {
    const index = free.findIndex((entry) => entry.nth === nth);
    return present(free.splice(Math.max(0, index), 1)[0]).id;
  };
  const placed = holders.map((holder, index) => {
    const [id, nth] = [entryOf(holder), index + 1];
    return id === null ? { id: takeFree(nth), nth, heir: holder.row } : { id, nth, heir: null };
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

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Equal entries do not add up');
  return value;
}

const IDENTITIES_PER_QUERY = 200;

/** `isKept` when it is a kept duplicate, which is the only entry in its import. */
const STORED_EQUAL = new RowReader({
  integer: ['id', 'nth', 'importId', 'line'],
  boolean: ['isKept', 'isRemoved'],
  'text?': ['metadata'],
});
type StoredEqual = ReadRow<typeof STORED_EQUAL>;

const KEPT_ENTRIES_SQL = `
  SELECT ${LEDGER_ROW_COLUMNS} FROM ledger.transactions JOIN touched USING (account_number)
  WHERE id IN (SELECT kept_as FROM ledger.duplicate_rows WHERE kept_as IS NOT NULL)`;

const ENTRIES_OF_IDENTITIES_SQL = `
  SELECT t.id, wanted.nth, t.import_id, i.kept_from IS NOT NULL AS is_kept, t.line, t.metadata::text AS metadata,
    l.id IS NOT NULL AS is_removed
  FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (hash, nth)
  JOIN ledger.transactions t ON t.transaction_hash = wanted.hash
  JOIN ledger.imports i ON i.id = t.import_id
  LEFT JOIN removed_entries l ON l.id = t.id
  ORDER BY wanted.nth`;

async function equalEntries(ledger: SqlReader, identity: string): Promise<StoredEqual[]> {
  const entries: StoredEqual[] = [];
  for (let from = 0; ; from += IDENTITIES_PER_QUERY) {
    const wanted = Array.from({ length: IDENTITIES_PER_QUERY }, (_, index) =>
      occurrenceHash(identity, from + index + 1),
    );
    const rows = await STORED_EQUAL.all(ledger, ENTRIES_OF_IDENTITIES_SQL, [wanted]);
    entries.push(...rows.map((row) => ({ ...row, nth: from + row.nth })));
    if (rows.length < IDENTITIES_PER_QUERY) return entries;
  }
}

const SKIPPED_ROW = new RowReader({
  integer: ['importId', 'row', 'line', 'twinId'],
  'integer?': ['keptAs'],
  'text?': ['ownMetadata'],
});

/** Rows that were skipped because of one of these entries, except those in the undone import. */
async function findSkippedRows(
  ledger: SqlReader,
  undone: number,
  entries: readonly StoredEqual[],
): Promise<EqualRow[]> {
  const twins = new Map(entries.map((entry) => [entry.id, entry]));
  const rows = await SKIPPED_ROW.all(
    ledger,
    `SELECT import_id, row_number AS row, line, twin_id, kept_as, own_metadata::text AS own_metadata
     FROM ledger.duplicate_rows WHERE twin_id = ANY($1::bigint[]) AND import_id <> $2`,
    [[...twins.keys()], undone],
  );
  return rows.map(({ twinId, ownMetadata: own, ...row }) => {
    const { nth, metadata } = present(twins.get(twinId));
    // Like `metadataOfRow` in SQL.
    return { ...row, nth, metadata: own === null ? metadata : own === 'null' ? null : own, entryId: null };
  });
}

async function findImportEvents(
  ledger: SqlReader,
  rows: readonly EqualRow[],
  entries: readonly StoredEqual[],
): Promise<ImportEvent[]> {
  const kept = new Map(entries.filter(({ isKept }) => isKept).map(({ importId, id }) => [importId, id]));
  const imports = new Set([...rows.map(({ importId }) => importId), ...kept.keys()]);
  const inOrder = await queryIntegers(
    ledger,
    'SELECT id FROM ledger.imports WHERE id = ANY($1::bigint[]) ORDER BY finished_at, id',
    [[...imports]],
  );
  return inOrder.map((importId) => {
    const keptAs = kept.get(importId);
    return keptAs === undefined ? { importId } : { keptAs };
  });
}

/**
 * If a user kept a duplicate, removing an entry can change the positions of equal entries and whether the duplicate
 * would have been skipped at all. Users keep duplicates one by one, so there are few, and their imports are replayed.
 * Updates `removed_entries` with the result.
 */
export async function reassignEqualRows(ledger: SqlReader, undone: number) {
  const result = { emptied: [] as number[], newOwners: [] as number[], passedOn: 0 };
  const kept = await LEDGER_ROW.all(ledger, KEPT_ENTRIES_SQL);
  for (const identity of new Set(kept.map((row) => identityHash(row)))) {
    const entries = await equalEntries(ledger, identity);
    if (!entries.some(({ isRemoved }) => isRemoved)) continue;
    const storedRows = entries
      .filter(({ isKept, importId }) => !isKept && importId !== undone)
      .map(({ id: entryId, ...row }): EqualRow => ({ ...row, row: 0, entryId, keptAs: null }));
    const rows = [...storedRows, ...(await findSkippedRows(ledger, undone, entries))];
    const holders = replayEqualRows(rows, await findImportEvents(ledger, rows, entries));
    const { placed, gone, skipped } = regroup(entries, rows, holders);
    const inherited = placed.flatMap(({ id, heir }) => (heir === null ? [] : [{ id, heir }]));
    await writeRegrouping(ledger, { identity, entries, placed, gone, skipped, inherited });
    const left = new Set([...gone, ...inherited.map(({ id }) => id)]);
    const emptied = entries.filter(({ id, isKept }) => isKept && left.has(id));
    result.emptied.push(...emptied.map(({ importId }) => importId));
    result.newOwners.push(...inherited.map(({ heir }) => heir.importId));
    result.passedOn += inherited.length;
  }
  return result;
}

async function writeRegrouping(
  ledger: SqlReader,
  regrouping: ReturnType<typeof regroup> & {
    identity: string;
    entries: readonly StoredEqual[];
    inherited: readonly { id: number; heir: EqualRow }[];
  },
): Promise<void> {
  const { identity, entries, placed, gone, skipped, inherited } = regrouping;
  const moved = placed.filter(({ id, nth }) => entries.some((entry) => entry.id === id && entry.nth !== nth));
  const positions = moved.map(({ id, nth }) => ({ id, hash: occurrenceHash(identity, nth) }));
  const twins = skipped.map(({ row, twinId, twinMetadata }) => ({
    ...columnsOf(row),
    twin_id: twinId,
    own_metadata: row.metadata === twinMetadata ? null : (row.metadata ?? 'null'),
  }));
  // Positions are unique, so entries that leave or move free theirs first.
  await ledger.query(
    'UPDATE ledger.transactions SET transaction_hash = gen_random_uuid() WHERE id = ANY($1::bigint[])',
    [[...gone, ...moved.map(({ id }) => id)]],
  );
  await ledger.query(
    `UPDATE ledger.transactions t SET transaction_hash = moved.hash
     FROM jsonb_to_recordset($1::jsonb) AS moved (id bigint, hash uuid) WHERE t.id = moved.id`,
    [JSON.stringify(positions)],
  );
  await ledger.query(REASSIGN, [JSON.stringify(inherited.map(({ id, heir }) => ({ ...columnsOf(heir), id })))]);
  await ledger.query(SET_TWINS, [JSON.stringify(twins)]);
  await ledger.query('DELETE FROM removed_entries WHERE id = ANY($1::bigint[])', [entries.map(({ id }) => id)]);
  await ledger.query(
    'INSERT INTO removed_entries SELECT id, account_number FROM ledger.transactions WHERE id = ANY($1::bigint[])',
    [gone],
  );
}

const columnsOf = ({ importId, row, line, metadata }: EqualRow) => ({
  import_id: importId,
  row_number: row,
  line,
  metadata,
});

const REASSIGN = `
  WITH heir AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb)
      AS heir (id bigint, import_id bigint, row_number integer, line integer, metadata text)
  ), stored AS (
    DELETE FROM ledger.duplicate_rows d USING heir
    WHERE d.import_id = heir.import_id AND d.row_number = heir.row_number
  )
  UPDATE ledger.transactions t SET import_id = heir.import_id, line = heir.line, metadata = heir.metadata::jsonb
  FROM heir WHERE t.id = heir.id`;
const SET_TWINS = `
  UPDATE ledger.duplicate_rows d SET twin_id = skipped.twin_id, own_metadata = skipped.own_metadata::jsonb
  FROM jsonb_to_recordset($1::jsonb)
    AS skipped (import_id bigint, row_number integer, twin_id bigint, own_metadata text)
  WHERE d.import_id = skipped.import_id AND d.row_number = skipped.row_number`;
