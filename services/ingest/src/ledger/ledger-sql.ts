import { setTimeout as pause } from 'node:timers/promises';
import { TRANSACTION_KINDS, TRANSACTION_TYPES } from '@clearwatch/contracts/transactions.dto';
import { withDedicatedClient } from '@clearwatch/service-kit/database/database-connection';
import { isRetryable } from '@clearwatch/service-kit/database/database-errors';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Client } from 'pg';

/**
 * An undo can make a skipped row the only one left of its entry, so the row's metadata is stored if it differs from its
 * twin's. JSON null means that the row has none, SQL NULL that it has its twin's.
 */
export function ownMetadata(own: string, twin: string): string {
  return `CASE WHEN ${own} IS DISTINCT FROM ${twin} THEN coalesce(${own}, 'null') END`;
}

/** The reverse of `ownMetadata`. @param row alias of `duplicate_rows`, or of rows with `own_metadata` */
export function metadataOfRow(row: string, twin: string): string {
  return `CASE WHEN ${row}.own_metadata IS NULL THEN ${twin}.metadata ELSE nullif(${row}.own_metadata, 'null') END`;
}

/** Columns that `LEDGER_ROW` reads as a `LedgerRow`. */
export const LEDGER_ROW_COLUMNS = `company, last_name, first_name, middle_initial, account_number, original_account,
  transaction_code, amount AS amount_cents, transaction_type, entry_kind, check_tracer_number, addenda, batch,
  settlement_date::text AS settlement_date, effective_date::text AS effective_date, posting_date::text AS posting_date,
  posting_minute, entry_description, class, metadata`;

export const LEDGER_ROW = new RowReader({
  text: ['company', 'lastName', 'firstName', 'accountNumber', 'originalAccount', 'transactionCode'],
  'text?': ['middleInitial', 'checkTracerNumber', 'addenda', 'batch', 'entryDescription', 'class'],
  words: { transactionType: TRANSACTION_TYPES, entryKind: TRANSACTION_KINDS },
  'day?': ['settlementDate', 'effectiveDate', 'postingDate'],
  'integer?': ['postingMinute'],
  cents: ['amountCents'],
  metadata: ['metadata'],
});

/**
 * Imports share the ledger until their transaction ends; an undo locks all of it. Otherwise an import could record a
 * duplicate of an entry that is being removed. It is the first lock of a transaction, so a waiting transaction blocks
 * no rows. PostgreSQL grants locks in the order of the requests, so neither imports nor undos starve.
 */
const LEDGER_LOCK = 741_852_963;

export const LOCK_LEDGER_SHARED = `SELECT pg_advisory_xact_lock_shared(${LEDGER_LOCK})`;
export const LOCK_LEDGER_EXCLUSIVE = `SELECT pg_advisory_xact_lock(${LEDGER_LOCK})`;
/** For requests, because a user is waiting. Returns no row if the lock is taken. */
export const TRY_LOCK_LEDGER_SHARED = `SELECT WHERE pg_try_advisory_xact_lock_shared(${LEDGER_LOCK})`;
/** For purges, which would block later imports while they wait. Returns no row if the lock is taken. */
export const TRY_LOCK_LEDGER_EXCLUSIVE = `SELECT WHERE pg_try_advisory_xact_lock(${LEDGER_LOCK})`;

/** A later attempt finds an earlier attempt's connection by this name. */
export function importConnectionName(importId: number): string {
  return `clearwatch-import-${importId}`;
}

/**
 * There is no time limit. Instead, PostgreSQL checks every second whether the client is still connected and ends a
 * transaction whose client is idle, so a killed or frozen worker does not hold locks for long.
 * @param options.signal cuts the connection, which rolls everything back
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
      SET LOCAL work_mem = '128MB';
      SET LOCAL synchronous_commit = on`);
    await client.query(lock);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  });
}

/** Repeats a transaction that PostgreSQL rolled back because of another one (40P01, 40001). */
export async function retryingConflicts<T>(
  options: { attempts: number; signal: AbortSignal; task: 'import' | 'undo' },
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (options.signal.aborted)
        throw new AppError('unavailable', `The worker was stopped. Another worker will continue the ${options.task}.`);
      if (attempt >= options.attempts || !isRetryable(error)) throw error;
      await pause(50 * 2 ** attempt);
    }
  }
}

export interface ImportEntries {
  importId: number;
  after: number;
  before?: number;
}

/**
 * The entries are found by id: the block range index on imports lacks pages that are not summarized yet, which after a
 * large import can be the whole ledger. IS TRUE keeps PostgreSQL from using that index. Without statistics, PostgreSQL
 * expects few rows between two ids and a third of the table above a single id, which it reads in parallel: right for
 * the first large import, which is the whole ledger. Ids are in the text because utility statements take no parameters.
 */
export function isOfImport({ importId, after, before }: ImportEntries): string {
  const isBefore = before === undefined ? '' : ` AND t.id < ${BigInt(before)}`;
  return `t.id > ${BigInt(after)}${isBefore} AND (t.import_id = ${BigInt(importId)}) IS TRUE`;
}

/** Columns for a query that groups entries. Only entries of kind `money` count as credit or debit. */
export const CREDITS = `coalesce(sum(amount) FILTER (WHERE transaction_type = 'Credit' AND entry_kind = 'money'), 0)`;
export const DEBITS = `coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit' AND entry_kind = 'money'), 0)`;
const CREDIT_COUNT = `count(*) FILTER (WHERE transaction_type = 'Credit' AND entry_kind = 'money')`;
const DEBIT_COUNT = `count(*) FILTER (WHERE transaction_type = 'Debit' AND entry_kind = 'money')`;

/** Accounting advices are stored as zero-dollar entries and distinguished by their metadata. */
const IS_ADVICE = `entry_kind = 'zero_dollar' AND metadata ->> 'kind' = 'advice'`;

export const KIND_COUNTS = `count(*) FILTER (WHERE entry_kind = 'zero_dollar' AND (${IS_ADVICE}) IS NOT TRUE) AS zero_dollar,
    count(*) FILTER (WHERE ${IS_ADVICE}) AS advices,
    count(*) FILTER (WHERE entry_kind = 'prenote') AS prenotes,
    count(*) FILTER (WHERE entry_kind = 'return') AS returns,
    count(*) FILTER (WHERE entry_kind = 'notification_of_change') AS notices`;

/**
 * The counts and sums for each of these imports, for use with `IMPORT_COUNTS_FROM_C`.
 * @param ids SQL for a list of their ids
 */
export const entryCountsSql = (ids: string): string => `
  SELECT import_id, count(*) AS entries, count(DISTINCT account_number) AS members, ${CREDITS} AS credits,
    ${DEBITS} AS debits, ${KIND_COUNTS}
  FROM ledger.transactions WHERE import_id = ANY (${ids}) GROUP BY import_id`;

/** Sets columns of the import `i` to the counts `c`, which may be missing. */
export const IMPORT_COUNTS_FROM_C = `
  kept_count = (SELECT count(*) FROM ledger.duplicate_rows d WHERE d.import_id = i.id AND d.kept_as IS NOT NULL),
  member_count = coalesce(c.members, 0), zero_dollar_count = coalesce(c.zero_dollar, 0),
  prenote_count = coalesce(c.prenotes, 0), return_count = coalesce(c.returns, 0), notice_count = coalesce(c.notices, 0),
  advice_count = coalesce(c.advices, 0), credit_total = coalesce(c.credits, 0), debit_total = coalesce(c.debits, 0)`;

/**
 * What analytics must subtract when `removed_entries` leave the ledger. Dateless entries are counted under a day of
 * their own.
 * @param target the table and its first column, which gets `$1`: `undo_changes (import_id`
 */
export const recordChangesSql = (target: string): string => `
  INSERT INTO ledger.${target}, account_number, company, day, credits, debits, credit_count, debit_count, entries)
  SELECT $1::bigint, t.account_number, company, coalesce(event_date, '-infinity'), ${CREDITS}, ${DEBITS},
    ${CREDIT_COUNT}, ${DEBIT_COUNT}, count(*)
  FROM ledger.transactions t JOIN removed_entries l USING (id) GROUP BY t.account_number, company, event_date`;
