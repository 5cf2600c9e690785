import { hasRows } from '@clearwatch/service-kit/database/query-rows';
import type { EntityManager } from 'typeorm';
import { COUNT_FIRST_USES_SQL } from '../detection/company-table.service.ts';
import {
  CODE_FIGURES,
  CODE_SUMS_SQL,
  FIRST_DEBIT_SQL,
  markChangedNamesSql,
  ROLLUP_FIGURES,
  ROLLUP_SUMS_SQL,
  UNKNOWN_COMPANY_SQL,
} from './rollups.sql.ts';

/** For each kind of removal: ingest's table with the sums of removed entries, this service's table of completed removals, and their key. */
const REMOVALS = {
  undo: { changes: 'ledger.undo_changes', removed: 'analytics.projected_undos', key: 'import_id' },
  purge: { changes: 'ledger.purge_changes', removed: 'analytics.projected_purges', key: 'purge_id' },
} as const;

type RemovalKind = keyof typeof REMOVALS;

/** Returns false if the removal is already complete. Waits for another process that is completing it. */
export function claimRemoval(manager: EntityManager, kind: RemovalKind, id: number): Promise<boolean> {
  const { removed, key } = REMOVALS[kind];
  const sql = `INSERT INTO ${removed} (${key}) VALUES ($1) ON CONFLICT (${key}) DO NOTHING RETURNING ${key}`;
  return hasRows(manager, sql, [id]);
}

/** Increments the ledger's version and copies the removed sums to `removed_entries`, because ingest may delete its own copy. */
export async function prepareRemoval(manager: EntityManager, kind: RemovalKind, id: number): Promise<void> {
  const { changes, key } = REMOVALS[kind];
  await manager.query(`SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'`);
  // The row lock blocks projections, which would add to the counts.
  await manager.query('UPDATE analytics.ledger_state SET version = version + 1');
  await manager.query(
    `CREATE TEMPORARY TABLE removed_entries ON COMMIT DROP AS
     SELECT account_number, company, day, ${ROLLUP_FIGURES.join(', ')} FROM ${changes} WHERE ${key} = $1`,
    [id],
  );
  await manager.query('ANALYZE removed_entries');
}

const SUMMED_FIGURES = ROLLUP_FIGURES.map((figure) => `sum(${figure}) AS ${figure}`).join(', ');

/** Finds a day on which an account has fewer entries than would be removed. */
const FIND_OVERDRAWN_SQL = `
  SELECT gone.account_number, gone.day::text
    FROM (SELECT account_number, day, ${SUMMED_FIGURES} FROM removed_entries GROUP BY 1, 2) gone
    LEFT JOIN analytics.account_days kept USING (account_number, day)
   WHERE kept.entries IS NULL OR kept.entries < gone.entries
   LIMIT 1`;

/** Deletes rows that no longer have entries, because a recount would not contain them either. */
const subtractRemovedSql = (table: string, keys: readonly string[]) => `
  MERGE INTO analytics.${table} kept
  USING (SELECT ${keys.join(', ')}, ${SUMMED_FIGURES} FROM removed_entries GROUP BY ${keys.join(', ')}) gone
     ON ${keys.map((key) => `kept.${key} = gone.${key}`).join(' AND ')}
   WHEN MATCHED AND kept.entries = gone.entries THEN DELETE
   WHEN MATCHED THEN UPDATE SET ${ROLLUP_FIGURES.map((figure) => `${figure} = kept.${figure} - gone.${figure}`).join(', ')}`;

const SUBTRACT_ACCOUNTS_SQL = `
  UPDATE analytics.ledger_state
     SET accounts = accounts - (SELECT count(*) FROM (SELECT DISTINCT account_number FROM removed_entries) gone
                                 WHERE NOT EXISTS (SELECT FROM analytics.account_days kept
                                                    WHERE kept.account_number = gone.account_number))`;

/** First and last days cannot be subtracted, so these rows are recounted. */
const DELETE_COMPANY_ACCOUNTS_SQL = `
  DELETE FROM analytics.company_accounts kept
   USING (SELECT DISTINCT company, account_number FROM removed_entries) gone
   WHERE kept.company = gone.company AND kept.account_number = gone.account_number`;

/** Excludes stored imports that are not in the rollups yet. */
const IS_PROJECTED = 'EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = t.import_id)';

const RECOUNT_COMPANY_ACCOUNTS_SQL = `
  INSERT INTO analytics.company_accounts (company, account_number, first_day, last_day, first_debit, ${ROLLUP_FIGURES.join(', ')})
  SELECT t.company, t.account_number, min(t.event_date), max(t.event_date), ${FIRST_DEBIT_SQL}, ${ROLLUP_SUMS_SQL}
    FROM (SELECT DISTINCT company, account_number FROM removed_entries) touched
    JOIN ledger.transactions t USING (account_number, company)
   WHERE ${IS_PROJECTED} AND t.company <> ${UNKNOWN_COMPANY_SQL}
   GROUP BY 1, 2`;

const REMOVED_COMPANIES = `
  SELECT company_key FROM analytics.company_names WHERE company IN (SELECT company FROM removed_entries)`;

/** An account may also have used another name of the same company, so first days are recounted. */
const RECOUNT_FIRST_USES_SQL = `
  INSERT INTO analytics.company_arrivals (company_key, day, accounts, debited)
  WITH met AS (
    SELECT company_key, min(first_day) AS first_day, min(first_debit) AS first_debit
      FROM analytics.company_names JOIN analytics.company_accounts USING (company)
     WHERE company_key IN (${REMOVED_COMPANIES})
     GROUP BY company_key, account_number)
  ${COUNT_FIRST_USES_SQL}`;

/** A largest amount cannot be subtracted. Most files contain whole days, so there are usually no entries left to recount. */
const DELETE_COMPANY_DAY_CODES_SQL = `
  DELETE FROM analytics.company_day_codes kept
   USING (SELECT DISTINCT company, day FROM removed_entries) gone
   WHERE kept.company = gone.company AND kept.day = gone.day`;

/**
 * The ledger has no index on days or companies, so entries are found through the accounts of the company, or of the day if those are fewer.
 */
const RECOUNT_COMPANY_DAY_CODES_SQL = `
  WITH users AS MATERIALIZED (
    SELECT company, count(*) AS accounts FROM analytics.company_accounts
     WHERE company IN (SELECT company FROM removed_entries) GROUP BY 1),
  partly AS MATERIALIZED (
    SELECT company, day, sum(users.accounts) OVER (PARTITION BY day) < ledger_days.entries AS has_few_users
      FROM analytics.company_days JOIN (SELECT DISTINCT company, day FROM removed_entries) gone USING (company, day)
      JOIN users USING (company) JOIN analytics.ledger_days USING (day)),
  accounts AS MATERIALIZED (
    SELECT account_number, day FROM partly JOIN analytics.company_accounts c USING (company)
     WHERE has_few_users AND (day = '-infinity' OR day BETWEEN c.first_day AND c.last_day)
     UNION
    SELECT account_number, day FROM analytics.account_days WHERE day IN (SELECT day FROM partly WHERE NOT has_few_users)),
  entries AS (
    SELECT t.* FROM accounts a CROSS JOIN LATERAL (
      SELECT * FROM ledger.transactions t WHERE t.account_number = a.account_number AND t.event_date = a.day OFFSET 0) t
    UNION ALL
    SELECT t.* FROM accounts a CROSS JOIN LATERAL (
      SELECT * FROM ledger.transactions t WHERE t.account_number = a.account_number AND t.event_date IS NULL OFFSET 0) t
     WHERE a.day = '-infinity')
  INSERT INTO analytics.company_day_codes (company, day, transaction_code, transaction_type, ${CODE_FIGURES.join(', ')})
  SELECT partly.company, partly.day, transaction_code, transaction_type::text, ${CODE_SUMS_SQL}
    FROM entries t JOIN partly ON partly.company = t.company AND partly.day = coalesce(t.event_date, '-infinity')
   WHERE ${IS_PROJECTED}
   GROUP BY 1, 2, 3, 4`;

const MARK_REMOVED_CHANGED_SQL = `
  INSERT INTO analytics.changed_accounts (account_number) SELECT DISTINCT account_number FROM removed_entries;
  INSERT INTO analytics.changed_companies (company) SELECT DISTINCT company FROM removed_entries`;

const REMOVE_SQL: readonly string[] = [
  subtractRemovedSql('account_days', ['account_number', 'day']),
  subtractRemovedSql('company_days', ['company', 'day']),
  subtractRemovedSql('ledger_days', ['day']),
  SUBTRACT_ACCOUNTS_SQL,
  DELETE_COMPANY_ACCOUNTS_SQL,
  RECOUNT_COMPANY_ACCOUNTS_SQL,
  `DELETE FROM analytics.company_arrivals WHERE company_key IN (${REMOVED_COMPANIES})`,
  RECOUNT_FIRST_USES_SQL,
  markChangedNamesSql('removed_entries'),
  DELETE_COMPANY_DAY_CODES_SQL,
  RECOUNT_COMPANY_DAY_CODES_SQL,
  MARK_REMOVED_CHANGED_SQL,
];

export async function removeFromRollups(manager: EntityManager): Promise<void> {
  if (await hasRows(manager, FIND_OVERDRAWN_SQL))
    throw new Error('the undo would remove more than the rollups contain');
  for (const sql of REMOVE_SQL) await manager.query(sql);
}

/** Whether the ledger contains an entry equal to the trigger of alert `a`, because the same file may have been imported again. */
const EQUAL_ENTRY = `EXISTS (
  SELECT FROM jsonb_array_elements(a.evidence -> 'entries') AS shown
   CROSS JOIN LATERAL (
     SELECT FROM ledger.transactions t
      WHERE t.account_number = shown ->> 'accountNumber' AND t.event_date = (shown ->> 'day')::date
        AND t.amount = (shown ->> 'amount')::numeric AND t.transaction_type::text = shown ->> 'transactionType'
        AND t.company = shown ->> 'company' LIMIT 1) equal
   WHERE shown ->> 'transactionId' = a.transaction_id::text)`;

/**
 * Marks alerts whose trigger entry is no longer in the ledger. Reviewed alerts with this mark are not counted.
 * OFFSET 0 prevents a full read of the ledger.
 */
export async function markAlertsWithoutEntries(manager: EntityManager): Promise<void> {
  await manager.query(`
    UPDATE analytics.unusual_activities SET entries_gone = true
     WHERE id IN (
       SELECT a.id FROM analytics.unusual_activities a
         LEFT JOIN LATERAL (SELECT t.id FROM ledger.transactions t WHERE t.id = a.transaction_id OFFSET 0) t ON true
        WHERE NOT a.entries_gone AND t.id IS NULL AND NOT ${EQUAL_ENTRY})`);
}

/** Removes the mark from alerts whose entry is in the ledger again, so that they are counted. */
export async function unmarkAlertsWithEntries(manager: EntityManager): Promise<void> {
  await manager.query(
    `UPDATE analytics.unusual_activities a SET entries_gone = false WHERE a.entries_gone AND ${EQUAL_ENTRY}`,
  );
}
