import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
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

/** Where ingest has summed up what left the ledger, by whose number. */
const CHANGE_TABLES = {
  undo: { table: 'ledger.undo_changes', key: 'import_id' },
  purge: { table: 'ledger.purge_changes', key: 'purge_id' },
} as const;

/** Copies what leaves into `removed_entries`, a table of this transaction: it can be analysed, and ingest may clear its own one day. */
async function collectRemovedEntries(
  manager: EntityManager,
  kind: keyof typeof CHANGE_TABLES,
  id: number,
): Promise<void> {
  const { table, key } = CHANGE_TABLES[kind];
  await manager.query(
    `CREATE TEMPORARY TABLE removed_entries ON COMMIT DROP AS
     SELECT account_number, company, day, ${ROLLUP_FIGURES.join(', ')} FROM ${table} WHERE ${key} = $1`,
    [id],
  );
  await manager.query('ANALYZE removed_entries');
}

const SUMMED_FIGURES = ROLLUP_FIGURES.map((figure) => `sum(${figure}) AS ${figure}`).join(', ');

/** A day of an account from which more would go than is there. */
const FIND_OVERDRAWN_SQL = `
  SELECT gone.account_number, gone.day::text
    FROM (SELECT account_number, day, ${SUMMED_FIGURES} FROM removed_entries GROUP BY 1, 2) gone
    LEFT JOIN analytics.account_days kept USING (account_number, day)
   WHERE kept.entries IS NULL OR kept.entries < gone.entries
   LIMIT 1`;

/** A row that counts no entry any more goes: a recount would not have it either. */
const subtractRemovedSql = (table: string, keys: readonly string[]) => `
  MERGE INTO analytics.${table} kept
  USING (SELECT ${keys.join(', ')}, ${SUMMED_FIGURES} FROM removed_entries GROUP BY ${keys.join(', ')}) gone
     ON ${keys.map((key) => `kept.${key} = gone.${key}`).join(' AND ')}
   WHEN MATCHED AND kept.entries = gone.entries THEN DELETE
   WHEN MATCHED THEN UPDATE SET ${ROLLUP_FIGURES.map((figure) => `${figure} = kept.${figure} - gone.${figure}`).join(', ')}`;

const SUBTRACT_REMOVED_SQL: readonly string[] = [
  subtractRemovedSql('account_days', ['account_number', 'day']),
  subtractRemovedSql('company_days', ['company', 'day']),
  subtractRemovedSql('ledger_days', ['day']),
];

const SUBTRACT_ACCOUNTS_SQL = `
  UPDATE analytics.ledger_state
     SET accounts = accounts - (SELECT count(*) FROM (SELECT DISTINCT account_number FROM removed_entries) gone
                                 WHERE NOT EXISTS (SELECT FROM analytics.account_days kept
                                                    WHERE kept.account_number = gone.account_number))`;

/** First and last days cannot be subtracted. */
const DELETE_COMPANY_ACCOUNTS_SQL = `
  DELETE FROM analytics.company_accounts kept
   USING (SELECT DISTINCT company, account_number FROM removed_entries) gone
   WHERE kept.company = gone.company AND kept.account_number = gone.account_number`;

/** An import that is stored and not yet in the rollups brings its own entries when its turn comes. */
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

/** Nor can the first days of accounts that met a company under another of its names as well. */
const RECOUNT_FIRST_USES_SQL: readonly string[] = [
  `DELETE FROM analytics.company_arrivals WHERE company_key IN (${REMOVED_COMPANIES})`,
  `INSERT INTO analytics.company_arrivals (company_key, day, accounts, debited)
  WITH met AS (
    SELECT company_key, min(first_day) AS first_day, min(first_debit) AS first_debit
      FROM analytics.company_names JOIN analytics.company_accounts USING (company)
     WHERE company_key IN (${REMOVED_COMPANIES})
     GROUP BY company_key, account_number)
  ${COUNT_FIRST_USES_SQL}`,
  markChangedNamesSql('removed_entries'),
];

/** Nor can a largest amount. Most files bring whole days: then nothing is left of them to be recounted. */
const DELETE_COMPANY_DAY_CODES_SQL = `
  DELETE FROM analytics.company_day_codes kept
   USING (SELECT DISTINCT company, day FROM removed_entries) gone
   WHERE kept.company = gone.company AND kept.day = gone.day`;

/**
 * The ledger has no index on days or companies: their entries are found by the accounts that may have any. Of a day these are
 * the accounts of its companies or, where those are more, all accounts of the day: a few entries of many days would
 * otherwise have the whole ledger read.
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

/** Whose figures in the lists are no longer what the rollups say. */
const MARK_REMOVED_CHANGED_SQL = `
  INSERT INTO analytics.changed_accounts (account_number) SELECT DISTINCT account_number FROM removed_entries;
  INSERT INTO analytics.changed_companies (company) SELECT DISTINCT company FROM removed_entries`;

/** Takes what `removed_entries` holds out of every rollup. @throws Error when they hold less than that */
export async function removeFromRollups(manager: EntityManager): Promise<void> {
  const [overdrawn] = await manager.query<Row[]>(FIND_OVERDRAWN_SQL);
  if (overdrawn !== undefined) throw new Error('more is taken back than the rollups hold');
  for (const statement of SUBTRACT_REMOVED_SQL) await manager.query(statement);
  await manager.query(SUBTRACT_ACCOUNTS_SQL);
  await manager.query(DELETE_COMPANY_ACCOUNTS_SQL);
  await manager.query(RECOUNT_COMPANY_ACCOUNTS_SQL);
  for (const statement of RECOUNT_FIRST_USES_SQL) await manager.query(statement);
  await manager.query(DELETE_COMPANY_DAY_CODES_SQL);
  await manager.query(RECOUNT_COMPANY_DAY_CODES_SQL);
  await manager.query(MARK_REMOVED_CHANGED_SQL);
}

/** A purge whose job may be lost is looked for after this long. */
const PURGE_OVERDUE_AFTER = '10 seconds';
const MAX_OVERDUE_PURGES = 200;

@Injectable()
export class ProjectionPurgeRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** False when the rollups are without it already, or there is no such purge. */
  async claim(manager: EntityManager, purgeId: number): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      `INSERT INTO analytics.projected_purges (purge_id) SELECT id FROM ledger.purges WHERE id = $1
       ON CONFLICT (purge_id) DO NOTHING RETURNING purge_id`,
      [purgeId],
    );
    return rows.length === 1;
  }

  /** Copies what leaves into `removed_entries`, raises the ledger's version and notes since when the ledger is whole. */
  async prepare(manager: EntityManager, purgeId: number): Promise<void> {
    await manager.query(`SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'`);
    // In line with projections: what is counted here must not be added to by another at the same time.
    await manager.query(
      `UPDATE analytics.ledger_state SET version = version + 1,
              purged_before = greatest(purged_before, (SELECT older_than FROM ledger.purges WHERE id = $1))`,
      [purgeId],
    );
    await collectRemovedEntries(manager, 'purge', purgeId);
  }

  /** Purges that are out of the ledger a while ago and still in the rollups. */
  async findOverdue(): Promise<number[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT p.id FROM ledger.purges p
        WHERE p.purged_at < now() - $1::interval
          AND NOT EXISTS (SELECT FROM analytics.projected_purges j WHERE j.purge_id = p.id)
        ORDER BY p.id LIMIT $2`,
      [PURGE_OVERDUE_AFTER, MAX_OVERDUE_PURGES],
    );
    return rows.map((row) => integerOf(row, 'id'));
  }
}

/** Whether the ledger holds an entry equal to the one that completed alert `a`: the same file may have come again. */
const EQUAL_ENTRY = `EXISTS (
  SELECT FROM jsonb_array_elements(a.evidence -> 'entries') AS shown
   CROSS JOIN LATERAL (
     SELECT FROM ledger.transactions t
      WHERE t.account_number = shown ->> 'accountNumber' AND t.event_date = (shown ->> 'day')::date
        AND t.amount = (shown ->> 'amount')::numeric AND t.transaction_type::text = shown ->> 'transactionType'
        AND t.company = shown ->> 'company' LIMIT 1) equal
   WHERE shown ->> 'transactionId' = a.transaction_id::text)`;

/**
 * Marks alerts whose entry the ledger does not hold any more; those of them that are decided stay and count nowhere. Each entry
 * is looked up by itself: for many alerts PostgreSQL would rather read the whole ledger.
 */
export async function markAlertsWithoutEntries(manager: EntityManager): Promise<void> {
  await manager.query(`
    UPDATE analytics.unusual_activities SET entries_gone = true
     WHERE id IN (
       SELECT a.id FROM analytics.unusual_activities a
         LEFT JOIN LATERAL (SELECT t.id FROM ledger.transactions t WHERE t.id = a.transaction_id OFFSET 0) t ON true
        WHERE NOT a.entries_gone AND t.id IS NULL AND NOT ${EQUAL_ENTRY})`);
}

/** Marked alerts count again when an import has brought their entry once more. */
export async function unmarkAlertsWithEntries(manager: EntityManager): Promise<void> {
  await manager.query(
    `UPDATE analytics.unusual_activities a SET entries_gone = false WHERE a.entries_gone AND ${EQUAL_ENTRY}`,
  );
}

/** An undo whose job may be lost is looked for after this long. */
const UNDO_OVERDUE_AFTER = '10 seconds';
const MAX_OVERDUE_UNDOS = 200;

@Injectable()
export class ProjectionUndoRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Ingest sets the state in the transaction that removes the rows. */
  async isUndone(manager: EntityManager, importId: number): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      `SELECT 1 FROM ledger.imports WHERE id = $1 AND state = 'undone'`,
      [importId],
    );
    return rows.length === 1;
  }

  /** False when the rollups are without the import already; waits for another process that takes it out right now. */
  async claim(manager: EntityManager, importId: number): Promise<boolean> {
    const rows = await manager.query<Row[]>(
      `INSERT INTO analytics.projected_undos (import_id) VALUES ($1)
       ON CONFLICT (import_id) DO NOTHING RETURNING import_id`,
      [importId],
    );
    return rows.length === 1;
  }

  /** Copies what leaves into `removed_entries` and raises the ledger's version. */
  async prepare(manager: EntityManager, importId: number): Promise<void> {
    await manager.query(`SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '128MB'`);
    // In line with projections: what is counted here must not be added to by another at the same time.
    await manager.query('UPDATE analytics.ledger_state SET version = version + 1');
    await collectRemovedEntries(manager, 'undo', importId);
  }

  /** Imports whose entries left the ledger a while ago and are still in the rollups. */
  async findOverdue(): Promise<number[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT i.id FROM ledger.imports i
        WHERE i.state = 'undone' AND i.undone_at < now() - $1::interval
          AND NOT EXISTS (SELECT FROM analytics.projected_undos u WHERE u.import_id = i.id)
        ORDER BY i.id LIMIT $2`,
      [UNDO_OVERDUE_AFTER, MAX_OVERDUE_UNDOS],
    );
    return rows.map((row) => integerOf(row, 'id'));
  }
}
