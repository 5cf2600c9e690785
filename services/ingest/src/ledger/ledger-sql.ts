import { TRANSACTION_KINDS, TRANSACTION_TYPES } from '@clearwatch/contracts/transactions.dto';
import type { LedgerRow } from '@clearwatch/domain/ledger/ledger-row';
import { parseCents } from '@clearwatch/domain/money/cents';
import { withDedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import {
  dayOf,
  enumOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import type { Client } from 'pg';

/**
 * A skipped row may one day be the only one of its entry: what it says beside the fields that make the identity is kept
 * when its twin says something else. JSON null says that it says nothing at all, SQL NULL that it says what the twin says.
 * @param own SQL of its metadata
 */
export function ownMetadata(own: string, twin: string): string {
  return `CASE WHEN ${own} IS DISTINCT FROM ${twin} THEN coalesce(${own}, 'null') END`;
}

/**
 * The other way round.
 * @param row alias of `duplicate_rows`, or of rows with its `own_metadata`
 * @param twin alias of the entry it points at
 */
export function metadataOfRow(row: string, twin: string): string {
  return `CASE WHEN ${row}.own_metadata IS NULL THEN ${twin}.metadata ELSE nullif(${row}.own_metadata, 'null') END`;
}

/** Metadata are flat texts; what else a hand put there is left out. */
export function metadataOf(row: Row): Record<string, string> | null {
  const value = row['metadata'];
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

/** Columns that `toLedgerRow` reads; days as text. */
export const LEDGER_ROW_COLUMNS = `company, last_name, first_name, middle_initial, account_number, original_account,
  transaction_code, amount, transaction_type, entry_kind, check_tracer_number, addenda, batch,
  settlement_date::text AS settlement_date, effective_date::text AS effective_date, posting_date::text AS posting_date,
  posting_minute, entry_description, class, metadata`;

/** A stored entry as it was before it was stored: its identity can be computed again. */
export function toLedgerRow(row: Row): LedgerRow {
  return {
    company: textOf(row, 'company'),
    lastName: textOf(row, 'last_name'),
    firstName: textOf(row, 'first_name'),
    middleInitial: nullable(textOf, row, 'middle_initial'),
    accountNumber: textOf(row, 'account_number'),
    originalAccount: textOf(row, 'original_account'),
    transactionCode: textOf(row, 'transaction_code'),
    amountCents: parseCents(moneyOf(row, 'amount')),
    transactionType: enumOf(TRANSACTION_TYPES, row, 'transaction_type'),
    entryKind: enumOf(TRANSACTION_KINDS, row, 'entry_kind'),
    checkTracerNumber: nullable(textOf, row, 'check_tracer_number'),
    addenda: nullable(textOf, row, 'addenda'),
    batch: nullable(textOf, row, 'batch'),
    settlementDate: nullable(dayOf, row, 'settlement_date'),
    effectiveDate: nullable(dayOf, row, 'effective_date'),
    postingDate: nullable(dayOf, row, 'posting_date'),
    postingMinute: nullable(integerOf, row, 'posting_minute'),
    entryDescription: nullable(textOf, row, 'entry_description'),
    class: nullable(textOf, row, 'class'),
    metadata: metadataOf(row),
  };
}

/**
 * Whoever stores entries shares the ledger until his transaction ends; an undo has it to itself. So nobody notes a
 * duplicate of an entry that is about to leave, and an undo sees every row that equals one. The lock is the first thing a
 * transaction takes: nobody waits for it while others wait for his rows. PostgreSQL hands it out in the order it was asked
 * for; neither imports nor undos starve.
 */
const LEDGER_LOCK = 741_852_963;

export const LOCK_LEDGER_SHARED = `SELECT pg_advisory_xact_lock_shared(${LEDGER_LOCK})`;
export const LOCK_LEDGER_EXCLUSIVE = `SELECT pg_advisory_xact_lock(${LEDGER_LOCK})`;
/** Where a person waits for the answer. */
export const TRY_LOCK_LEDGER_SHARED = `SELECT pg_try_advisory_xact_lock_shared(${LEDGER_LOCK}) AS shared`;
/** For whoever would rather come back than have imports wait in line behind him. */
export const TRY_LOCK_LEDGER_EXCLUSIVE = `SELECT pg_try_advisory_xact_lock(${LEDGER_LOCK}) AS alone`;

/** Room for sorting an import's rows; what does not fit goes to disk. */
const SORT_MEMORY = '128MB';

/** Also how a later attempt finds the connection of an earlier one. */
export function importConnectionName(importId: number): string {
  return `clearwatch-import-${importId}`;
}

/** Runs an import beside others, but not beside an undo; else as `inBulkTransaction`. */
export async function inImportTransaction<T>(
  { url, importId, signal }: { url: string; importId: number; signal: AbortSignal },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return inBulkTransaction(
    { url, name: importConnectionName(importId), lock: LOCK_LEDGER_SHARED, signal },
    work,
  );
}

/**
 * Runs `work` on a connection of its own, in one transaction. Bulk work has no time limit; instead PostgreSQL looks
 * every second whether its client is still there, and ends a transaction that its client has left idle: a killed or
 * frozen worker holds no locks for long.
 * @param options.lock taken before anything else
 * @param options.signal cuts the connection, which undoes everything
 */
export async function inBulkTransaction<T>(
  options: { url: string; name: string; lock: string; signal: AbortSignal },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { url, name, lock, signal } = options;
  return withDedicatedClient({ url, name, signal }, async (client) => {
    await client.query('BEGIN');
    await client.query(`
      SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = '15s';
      SET LOCAL client_connection_check_interval = '1s';
      SET LOCAL temp_buffers = '64MB';
      SET LOCAL work_mem = '${SORT_MEMORY}';
      SET LOCAL synchronous_commit = on`);
    await client.query(lock);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  });
}

/** The entries of an import that have just been stored, and between which ids these are. */
export interface ImportEntries {
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
export function isOfImport({ importId, after, before }: ImportEntries): string {
  const isBefore = before === undefined ? '' : ` AND t.id < ${BigInt(before)}`;
  return `t.id > ${BigInt(after)}${isBefore} AND (t.import_id = ${BigInt(importId)}) IS TRUE`;
}

/** Runs a statement inside the caller's transaction; only what a SELECT answers is read. */
export type RunStatement = (sql: string, values?: unknown[]) => Promise<Row[]>;

/** What is counted of entries, as columns of a query that groups them. Only `money` is ever a credit or a debit. */
export const CREDITS = `coalesce(sum(amount) FILTER (WHERE transaction_type = 'Credit' AND entry_kind = 'money'), 0)`;
export const DEBITS = `coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit' AND entry_kind = 'money'), 0)`;
export const CREDIT_COUNT = `count(*) FILTER (WHERE transaction_type = 'Credit' AND entry_kind = 'money')`;
export const DEBIT_COUNT = `count(*) FILTER (WHERE transaction_type = 'Debit' AND entry_kind = 'money')`;

/** Accounting advices are stored as zero-dollar entries; their metadata tell them apart. */
const IS_ADVICE = `entry_kind = 'zero_dollar' AND metadata ->> 'kind' = 'advice'`;

export const KIND_COUNTS = `count(*) FILTER (WHERE entry_kind = 'zero_dollar' AND (${IS_ADVICE}) IS NOT TRUE) AS zero_dollar,
    count(*) FILTER (WHERE ${IS_ADVICE}) AS advices,
    count(*) FILTER (WHERE entry_kind = 'prenote') AS prenotes,
    count(*) FILTER (WHERE entry_kind = 'return') AS returns,
    count(*) FILTER (WHERE entry_kind = 'notification_of_change') AS notices`;
