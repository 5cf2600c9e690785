import { identityHash, occurrenceHash } from '@clearwatch/domain/ledger/transaction-identity';
import {
  booleanOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { LEDGER_ROW_COLUMNS, type RunStatement, toLedgerRow } from '../ledger/ledger-sql.ts';

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
export type ImportEvent = { importId: number } | { keptAs: number };

/** Whose entry is the n-th of equal ones; `isKept` when the row was skipped and kept. */
export interface EntryHolder {
  row: EqualRow;
  isKept: boolean;
}

/**
 * Lets files be imported and rows be kept once more, in the order in which it happened: a row is stored when nobody holds
 * its place, a row that was skipped and is kept takes the first place that nobody holds, and one that was not skipped
 * needs no keeping.
 * @returns the holders of the places, the first one's first; there are no gaps
 */
export function replayEqualRows(
  rows: readonly EqualRow[],
  happenings: readonly ImportEvent[],
): EntryHolder[] {
  const holders: EntryHolder[] = [];
  for (const happening of happenings) {
    if ('importId' in happening) replayImport(holders, rowsOf(rows, happening.importId));
    else
      replayKeep(
        holders,
        rows.find(({ keptAs }) => keptAs === happening.keptAs),
      );
  }
  return holders;
}

function replayImport(holders: EntryHolder[], rows: readonly EqualRow[]): void {
  for (const row of rows) if (row.nth === holders.length + 1) holders.push({ row, isKept: false });
}

function replayKeep(holders: EntryHolder[], row: EqualRow | undefined): void {
  if (row === undefined || holders.some((holder) => holder.row === row)) return;
  holders.push({ row, isKept: true });
}

function rowsOf(rows: readonly EqualRow[], importId: number): EqualRow[] {
  return rows
    .filter((row) => row.importId === importId)
    .toSorted((one, other) => one.nth - other.nth || one.row - other.row);
}

/** An entry that the ledger holds, the n-th of equal ones. */
interface EqualEntry {
  id: number;
  nth: number;
}

interface Regrouping {
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
  holders: readonly EntryHolder[],
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

function entryOf({ row, isKept }: EntryHolder): number | null {
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

/** Identities asked for at a time. */
const IDENTITIES_PER_QUERY = 200;

interface StoredEqual extends EqualEntry {
  importId: number;
  /** Whether somebody kept it: its import holds nothing else. */
  isKept: boolean;
  line: number;
  metadata: string | null;
  leaves: boolean;
}

/** All entries of the ledger that say the same, in the order of their places. */
interface EqualEntries {
  /** Identity of the first. */
  identity: string;
  entries: StoredEqual[];
}

const KEPT_ENTRIES_SQL = `
  SELECT ${LEDGER_ROW_COLUMNS} FROM ledger.transactions JOIN touched USING (account_number)
  WHERE id IN (SELECT kept_as FROM ledger.duplicate_rows WHERE kept_as IS NOT NULL)`;

const ENTRIES_OF_IDENTITIES_SQL = `
  SELECT t.id, wanted.nth, t.import_id, i.kept_from IS NOT NULL AS is_kept, t.line, t.metadata::text AS metadata,
    l.id IS NOT NULL AS leaves
  FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (hash, nth)
  JOIN ledger.transactions t ON t.transaction_hash = wanted.hash
  JOIN ledger.imports i ON i.id = t.import_id
  LEFT JOIN removed_entries l ON l.id = t.id
  ORDER BY wanted.nth`;

/** Equal entries some of which leave, and some of which stand there because somebody kept a skipped row. */
async function findKeptAndRemoved(ask: RunStatement): Promise<EqualEntries[]> {
  const kept = await ask(KEPT_ENTRIES_SQL);
  const identities = new Set(kept.map((row) => identityHash(toLedgerRow(row))));
  const groups: EqualEntries[] = [];
  for (const identity of identities) {
    const entries = await equalEntries(ask, identity);
    if (entries.some(({ leaves }) => leaves)) groups.push({ identity, entries });
  }
  return groups;
}

async function equalEntries(ask: RunStatement, identity: string): Promise<StoredEqual[]> {
  const entries: StoredEqual[] = [];
  for (let from = 0; ; from += IDENTITIES_PER_QUERY) {
    const wanted = Array.from({ length: IDENTITIES_PER_QUERY }, (_, index) =>
      occurrenceHash(identity, from + index + 1),
    );
    const rows = await ask(ENTRIES_OF_IDENTITIES_SQL, [wanted]);
    entries.push(...rows.map((row) => toStoredEqual(row, from)));
    if (rows.length < IDENTITIES_PER_QUERY) return entries;
  }
}

function toStoredEqual(row: Row, before: number): StoredEqual {
  return {
    id: integerOf(row, 'id'),
    nth: before + integerOf(row, 'nth'),
    importId: integerOf(row, 'import_id'),
    isKept: booleanOf(row, 'is_kept'),
    line: integerOf(row, 'line'),
    metadata: nullable(textOf, row, 'metadata'),
    leaves: booleanOf(row, 'leaves'),
  };
}

/** Rows that were skipped because the ledger holds one of these entries, but for those of the import that goes. */
async function findSkippedRows(
  ask: RunStatement,
  { importId, entries }: { importId: number; entries: readonly StoredEqual[] },
): Promise<EqualRow[]> {
  const twins = new Map(entries.map((entry) => [entry.id, entry]));
  const rows = await ask(
    `SELECT import_id, row_number, line, twin_id, kept_as, own_metadata::text AS own_metadata
     FROM ledger.duplicate_rows WHERE twin_id = ANY($1::bigint[]) AND import_id <> $2`,
    [[...twins.keys()], importId],
  );
  return rows.flatMap((row) => {
    const twin = twins.get(integerOf(row, 'twin_id'));
    return twin === undefined ? [] : [toEqualRow(row, twin)];
  });
}

/** What happened to these rows, in the order in which it happened. */
async function findImportEvents(
  ask: RunStatement,
  { rows, entries }: { rows: readonly EqualRow[]; entries: readonly StoredEqual[] },
): Promise<ImportEvent[]> {
  const kept = new Map(entries.filter(({ isKept }) => isKept).map(({ importId, id }) => [importId, id]));
  const imports = new Set([...rows.map(({ importId }) => importId), ...kept.keys()]);
  const inOrder = await ask(
    'SELECT id FROM ledger.imports WHERE id = ANY($1::bigint[]) ORDER BY finished_at, id',
    [[...imports]],
  );
  return inOrder.map((row) => {
    const importId = integerOf(row, 'id');
    const keptAs = kept.get(importId);
    return keptAs === undefined ? { importId } : { keptAs };
  });
}

function toEqualRow(row: Row, twin: StoredEqual): EqualRow {
  const own = nullable(textOf, row, 'own_metadata');
  return {
    importId: integerOf(row, 'import_id'),
    row: integerOf(row, 'row_number'),
    nth: twin.nth,
    line: integerOf(row, 'line'),
    metadata: metadataOf(own, twin),
    entryId: null,
    keptAs: nullable(integerOf, row, 'kept_as'),
  };
}

/** As `metadataOfRow` says it in SQL. */
function metadataOf(own: string | null, twin: StoredEqual): string | null {
  if (own === null) return twin.metadata;
  return own === 'null' ? null : own;
}

export interface ReassignedRows {
  /** Imports of entries that somebody had kept and that are none any more. */
  emptied: number[];
  /** Imports that got an entry. */
  newOwners: number[];
  /** Entries that went over to another row. */
  passedOn: number;
}

/**
 * Where somebody has kept a skipped row, an entry that leaves can change the places of those that stay, and whether the
 * row would have been skipped at all. Such entries are few, kept by hand one by one: what would have become of them is
 * played through. Takes them out of `removed_entries` and puts those in that go in the end.
 */
export async function reassignEqualRows(ask: RunStatement, importId: number): Promise<ReassignedRows> {
  const settled: ReassignedRows = { emptied: [], newOwners: [], passedOn: 0 };
  for (const group of await findKeptAndRemoved(ask)) {
    const { entries } = group;
    const rows = [
      ...entries.flatMap((entry) => storedRow(entry, importId)),
      ...(await findSkippedRows(ask, { importId, entries })),
    ];
    const holders = replayEqualRows(rows, await findImportEvents(ask, { rows, entries }));
    const regrouping = regroup(entries, rows, holders);
    await writeReassignment(ask, group, regrouping);
    recordReassignment(settled, entries, regrouping);
  }
  return settled;
}

/** Of an entry that was not kept, the row it was stored for. */
function storedRow({ id, importId, nth, line, metadata, isKept }: StoredEqual, undone: number): EqualRow[] {
  if (isKept || importId === undone) return [];
  return [{ importId, row: 0, nth, line, metadata, entryId: id, keptAs: null }];
}

function recordReassignment(
  settled: ReassignedRows,
  entries: readonly StoredEqual[],
  { placed, gone }: Regrouping,
): void {
  const inherited = placed.flatMap(({ id, heir }) => (heir === null ? [] : [{ id, heir }]));
  const left = new Set([...gone, ...inherited.map(({ id }) => id)]);
  settled.emptied.push(
    ...entries.filter(({ id, isKept }) => isKept && left.has(id)).map(({ importId }) => importId),
  );
  settled.newOwners.push(...inherited.map(({ heir }) => heir.importId));
  settled.passedOn += inherited.length;
}

async function writeReassignment(
  ask: RunStatement,
  { identity, entries }: EqualEntries,
  regrouping: Regrouping,
): Promise<void> {
  const { placed, gone, skipped } = regrouping;
  const moved = placed.filter(({ id, nth }) => entries.some((entry) => entry.id === id && entry.nth !== nth));
  // Places are unique: whoever leaves or moves makes room first.
  await ask(CLEAR_POSITIONS, [[...gone, ...moved.map(({ id }) => id)]]);
  await ask(SET_POSITIONS, [
    JSON.stringify(moved.map(({ id, nth }) => ({ id, hash: occurrenceHash(identity, nth) }))),
  ]);
  await ask(REASSIGN, [
    JSON.stringify(placed.flatMap(({ id, heir }) => (heir === null ? [] : [{ ...columns(heir), id }]))),
  ]);
  await ask(POINT_AT_TWINS, [
    JSON.stringify(
      skipped.map(({ row, twinId, twinMetadata }) => ({
        ...columns(row),
        twin_id: twinId,
        own_metadata: row.metadata === twinMetadata ? null : (row.metadata ?? 'null'),
      })),
    ),
  ]);
  await ask(KEEP_ENTRIES, [entries.map(({ id }) => id)]);
  await ask(REMOVE_ENTRIES, [gone]);
}

const columns = ({ importId, row, line, metadata }: EqualRow) => ({
  import_id: importId,
  row_number: row,
  line,
  metadata,
});

const CLEAR_POSITIONS =
  'UPDATE ledger.transactions SET transaction_hash = gen_random_uuid() WHERE id = ANY($1::bigint[])';
const SET_POSITIONS = `
  UPDATE ledger.transactions t SET transaction_hash = place.hash
  FROM jsonb_to_recordset($1::jsonb) AS place (id bigint, hash uuid) WHERE t.id = place.id`;
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
const POINT_AT_TWINS = `
  UPDATE ledger.duplicate_rows d SET twin_id = skipped.twin_id, own_metadata = skipped.own_metadata::jsonb
  FROM jsonb_to_recordset($1::jsonb)
    AS skipped (import_id bigint, row_number integer, twin_id bigint, own_metadata text)
  WHERE d.import_id = skipped.import_id AND d.row_number = skipped.row_number`;
const KEEP_ENTRIES = 'DELETE FROM removed_entries WHERE id = ANY($1::bigint[])';
const REMOVE_ENTRIES = `
  INSERT INTO removed_entries SELECT id, account_number FROM ledger.transactions WHERE id = ANY($1::bigint[])`;
