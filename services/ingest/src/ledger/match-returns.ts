import { CHANGE_CODE_PATTERN, RETURN_CODE_PATTERN } from '@clearwatch/domain/nacha/return-and-change-codes';
import type { SqlReader } from '@clearwatch/service-kit/database/query-rows';
import { type ImportEntries, isOfImport } from './ledger-sql.ts';

/** PostgreSQL writes the word boundary as `\y`. */
const toPostgresRegex = ({ source }: RegExp): string => source.replaceAll('\\b', '\\y');

/**
 * NACHA files state the reason, kind and original trace number of a return; tables and JSON state at most the reason,
 * as text.
 */
const RETURN_KIND_SQL = `CASE
  WHEN t.entry_kind = 'return' AND t.metadata ->> 'kind' IN ('dishonored_return', 'contested_return') THEN t.metadata ->> 'kind'
  WHEN t.entry_kind = 'return' THEN 'return'
  WHEN t.metadata ->> 'kind' = 'refused_notification' THEN 'refused_notification'
  ELSE 'notification_of_change' END`;
const RETURN_REASON_SQL = `coalesce(t.metadata ->> 'refusalCode', t.metadata ->> 'noticeCode',
  substring(t.addenda FROM CASE WHEN t.entry_kind = 'return' THEN '${toPostgresRegex(RETURN_CODE_PATTERN)}'
                                ELSE '${toPostgresRegex(CHANGE_CODE_PATTERN)}' END), '')`;

export const recordReturnsSql = (own: ImportEntries): string => `
  WITH noted AS (
    INSERT INTO ledger.entry_returns (return_id, account_number, kind, reason_code, original_trace)
    SELECT t.id, t.account_number, ${RETURN_KIND_SQL}, ${RETURN_REASON_SQL}, coalesce(t.metadata ->> 'originalTraceNumber', '')
    FROM ledger.transactions t
    WHERE ${isOfImport(own)} AND t.entry_kind IN ('return', 'notification_of_change')
    RETURNING return_id, original_trace
  )
  INSERT INTO concerned SELECT return_id FROM noted WHERE original_trace <> ''`;

/**
 * Returns on these accounts whose original is one of the import's entries. IN with IS TRUE makes PostgreSQL build a
 * hash table; without statistics it expects one row and would loop over a million. Without returns, the import's rows
 * are not read.
 */
export const mayFindOriginalSql = ({ own, accounts }: { own: ImportEntries; accounts: string }): string => `
  WITH known AS MATERIALIZED (
    SELECT return_id, account_number, original_trace FROM ledger.entry_returns
    WHERE original_trace <> '' AND account_number IN (${accounts})
  )
  INSERT INTO concerned
  SELECT return_id FROM known WHERE ((account_number, original_trace) IN (
    SELECT t.account_number, t.check_tracer_number FROM ledger.transactions t
    WHERE ${isOfImport(own)} AND (t.check_tracer_number IN (SELECT original_trace FROM known)) IS TRUE
  )) IS TRUE`;

/** OFFSET 0 forces a lookup by id. Otherwise PostgreSQL would read the whole ledger for many returns. */
const deleteRemovedSql = (accounts: string): string => `
  DELETE FROM ledger.entry_returns r
  WHERE r.account_number IN (${accounts})
    AND NOT EXISTS (SELECT FROM ledger.transactions t WHERE t.id = r.return_id OFFSET 0)`;

/**
 * All returns on these accounts, because an original may have been removed and the identities that choose between equal
 * entries may have changed.
 */
const mayHaveLostOriginalSql = (accounts: string): string => `
  INSERT INTO concerned
  SELECT return_id FROM ledger.entry_returns WHERE account_number IN (${accounts}) AND original_trace <> ''`;

/**
 * The original of a return is an entry on its account with that trace number and the same amount, not later than the
 * return. Notices carry no amount and match any. If several match, it is the one that took effect on the day that the
 * return's batch header repeats, otherwise the newest, then the one with the highest identity, whatever the file order.
 * A return that repeats that day and has not settled is dated before its original, so the earliest of an entry's dates
 * counts. Each account's entries are read once, through the index on account and day. Lateral lookups by id use OFFSET
 * 0, because PostgreSQL may take a recently emptied table for empty and would join each return with all others.
 */
export const FIND_ORIGINALS_SQL = `
  WITH asking AS MATERIALIZED (
    SELECT r.*, t.entry_kind = 'return' AS has_amount, t.amount, t.effective_date, coalesce(t.event_date, 'infinity') AS day
    FROM (SELECT DISTINCT return_id FROM concerned) c
    CROSS JOIN LATERAL (SELECT * FROM ledger.entry_returns r WHERE r.return_id = c.return_id OFFSET 0) r
    CROSS JOIN LATERAL (SELECT * FROM ledger.transactions t WHERE t.id = c.return_id OFFSET 0) t
  ), entries AS MATERIALIZED (
    SELECT entry.* FROM (SELECT DISTINCT account_number FROM asking) account
    CROSS JOIN LATERAL (
      SELECT t.id, t.account_number, t.check_tracer_number, t.amount, t.event_date, t.effective_date, t.transaction_hash,
        coalesce(least(t.event_date, t.settlement_date, t.effective_date), '-infinity') AS first_day
      FROM ledger.transactions t
      WHERE t.account_number = account.account_number AND t.check_tracer_number <> ''
        AND t.entry_kind NOT IN ('return', 'notification_of_change')
      OFFSET 0
    ) entry
  ), found AS (
    SELECT DISTINCT ON (a.return_id) a.return_id, a.account_number, a.kind, a.reason_code, a.original_trace,
      a.original_id AS known_id, e.id AS original_id
    FROM asking a
    LEFT JOIN entries e ON e.account_number = a.account_number AND e.check_tracer_number = a.original_trace
      AND e.first_day <= a.day AND (e.amount = a.amount OR NOT a.has_amount)
    ORDER BY a.return_id, (e.effective_date = a.effective_date) IS TRUE DESC, e.event_date DESC NULLS LAST, e.transaction_hash DESC
  )
  INSERT INTO ledger.entry_returns (return_id, account_number, kind, reason_code, original_trace, original_id)
  SELECT return_id, account_number, kind, reason_code, original_trace, original_id FROM found
  WHERE original_id IS DISTINCT FROM known_id
  ON CONFLICT (return_id) DO UPDATE SET original_id = EXCLUDED.original_id`;

const CREATE_CONCERNED = 'CREATE TEMPORARY TABLE concerned (return_id bigint) ON COMMIT DROP';

/**
 * The result depends only on the ledger, not on the order of files. Called after the members of the accounts are
 * written, which locks their rows: if two imports have entries on one account, the second gets here after the first has
 * committed.
 * @param scope.returns how many returns and notices the import stored, or an upper bound
 */
export async function matchReturns(
  ledger: SqlReader,
  { own, accounts, returns }: { own: ImportEntries; accounts: string; returns: number },
): Promise<void> {
  await ledger.query(CREATE_CONCERNED);
  if (returns > 0) await ledger.query(recordReturnsSql(own));
  await ledger.query(mayFindOriginalSql({ own, accounts }));
  await findOriginals(ledger);
}

/** Deletes removed returns and finds the originals of the others again. Called like `matchReturns`. */
export async function rematchReturns(ledger: SqlReader, { accounts }: { accounts: string }): Promise<void> {
  await ledger.query(CREATE_CONCERNED);
  await ledger.query(deleteRemovedSql(accounts));
  await ledger.query(mayHaveLostOriginalSql(accounts));
  await findOriginals(ledger);
}

async function findOriginals(ledger: SqlReader): Promise<void> {
  // Without statistics the planner expects a handful of rows.
  await ledger.query('ANALYZE concerned');
  await ledger.query(FIND_ORIGINALS_SQL);
  await ledger.query('DROP TABLE concerned');
}
