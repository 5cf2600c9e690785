import { CHANGE_CODE_PATTERN, RETURN_CODE_PATTERN } from '@clearwatch/domain/nacha/return-and-change-codes';
import { type ImportEntries, isOfImport } from './ledger-sql.ts';

/** PostgreSQL's word boundary is `\y`, elsewhere its regular expressions read these as JavaScript does. */
const toPostgresRegex = ({ source }: RegExp): string => source.replaceAll('\\b', '\\y');

/**
 * What came back, as the ledger has it. NACHA files name the reason, the kind and the trace number of the original; rows of
 * tables and JSON at most the reason, in words: their return names no original.
 */
const RETURN_KIND_SQL = `CASE
  WHEN t.entry_kind = 'return' AND t.metadata ->> 'kind' IN ('dishonored_return', 'contested_return') THEN t.metadata ->> 'kind'
  WHEN t.entry_kind = 'return' THEN 'return'
  WHEN t.metadata ->> 'kind' = 'refused_notification' THEN 'refused_notification'
  ELSE 'notification_of_change' END`;
const RETURN_REASON_SQL = `coalesce(t.metadata ->> 'refusalCode', t.metadata ->> 'noticeCode',
  substring(t.addenda FROM CASE WHEN t.entry_kind = 'return' THEN '${toPostgresRegex(RETURN_CODE_PATTERN)}'
                                ELSE '${toPostgresRegex(CHANGE_CODE_PATTERN)}' END), '')`;

/** An import's own returns and notices, of which those with a trace number may find an original. */
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
 * Returns of these accounts that speak of one of the import's entries. Written with IN behind IS TRUE, so that each list is made
 * into a hash table once: PostgreSQL knows nothing yet of rows just stored, expects one, and a loop over a million of them would
 * never end. Where no account has a return, the import's rows are not looked at.
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

/** Each is looked up by its id: PostgreSQL would rather read the whole ledger's once there are many. */
const deleteRemovedSql = (accounts: string): string => `
  DELETE FROM ledger.entry_returns r
  WHERE r.account_number IN (${accounts})
    AND NOT EXISTS (SELECT FROM ledger.transactions t WHERE t.id = r.return_id OFFSET 0)`;

/**
 * All returns of these accounts: an original may be gone, and of equal entries those that stay can have changed the
 * identities that decide between them.
 */
const mayHaveLostOriginalSql = (accounts: string): string => `
  INSERT INTO concerned
  SELECT return_id FROM ledger.entry_returns WHERE account_number IN (${accounts}) AND original_trace <> ''`;

/**
 * The original of a return: an entry of its account with that trace number and the same amount, not later than the return.
 * Of several the one that took effect on the day that the return's batch header repeats, else the newest; of one day it is decided
 * by identity, which is the same in whatever order files came. Notices carry no amount, so theirs may have any. A return that repeats that day and has not settled is dated
 * before its original, so an entry is as old as the earliest of its dates; what has no date may be of any day.
 *
 * Each account's entries are read once, through the index on account and day, however many of its returns are asked for.
 * What belongs to a return is looked up by its id, laterally, and written without looking for it again: PostgreSQL can take
 * a table of returns that was emptied not long ago for empty still, and would set each of many new ones against all others.
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

/** Whatever runs statements inside the caller's transaction. */
interface Statements {
  query(sql: string, values?: unknown[]): Promise<unknown>;
}

/** Returns whose original is to be found; without figures the planner expects a handful. */
const CREATE_CONCERNED = 'CREATE TEMPORARY TABLE concerned (return_id bigint) ON COMMIT DROP';
const ANALYZE_CONCERNED = 'ANALYZE concerned';
const DROP_CONCERNED = 'DROP TABLE concerned';

/**
 * After an import has stored entries: notes its returns and notices, and finds the originals of these and of those that were
 * there before and speak of one of its entries. Which entry is whose original follows from the ledger alone, in whatever order
 * files come.
 *
 * To be called when the members of the accounts are written: that holds their rows, so of two imports with entries of one
 * account the second comes here when the first is committed, and sees what it stored.
 *
 * @param scope.accounts a query of the accounts that got entries, as their `account_number`
 * @param scope.returns how many returns and notices the import stored, or the most it can have
 */
export async function matchReturns(
  statements: Statements,
  scope: { own: ImportEntries; accounts: string; returns: number },
): Promise<void> {
  const { own, accounts, returns } = scope;
  await statements.query(CREATE_CONCERNED);
  if (returns > 0) await statements.query(recordReturnsSql(own));
  await statements.query(mayFindOriginalSql({ own, accounts }));
  await findOriginals(statements);
}

/**
 * After entries have left the ledger: forgets returns that are gone, and finds the originals of the others anew.
 * To be called when the members of the accounts are written, as above.
 *
 * @param scope.accounts a query of the accounts that lost entries, as their `account_number`
 */
export async function rematchReturns(statements: Statements, scope: { accounts: string }): Promise<void> {
  await statements.query(CREATE_CONCERNED);
  await statements.query(deleteRemovedSql(scope.accounts));
  await statements.query(mayHaveLostOriginalSql(scope.accounts));
  await findOriginals(statements);
}

async function findOriginals(statements: Statements): Promise<void> {
  await statements.query(ANALYZE_CONCERNED);
  await statements.query(FIND_ORIGINALS_SQL);
  await statements.query(DROP_CONCERNED);
}
