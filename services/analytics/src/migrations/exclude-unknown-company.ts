import type { Row } from '@clearwatch/service-kit/database/row-readers';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { fillCompanyArrivals, fillCompanyNames } from './store-company-first-use.ts';

/**
 * Entries without a company count for no company. Companies that earlier versions read from descriptions ("RENT") have left the
 * ledger (ingest's `RecomputeIdentities`), so all sums of companies are computed again.
 */
export class LeaveOutUnknownCompany1765500000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const unknown = (await runner.query(
      `SELECT 1 FROM ledger.transactions WHERE company = 'Unknown originator' LIMIT 1`,
    )) as Row[];
    if (unknown.length === 0) return;
    await runner.query(`
      INSERT INTO analytics.changed_companies (company) SELECT DISTINCT company FROM analytics.company_days;
      INSERT INTO analytics.changed_accounts (account_number)
      SELECT DISTINCT account_number FROM ledger.transactions WHERE company = 'Unknown originator';
      UPDATE analytics.ledger_state SET version = version + 1;
      DELETE FROM analytics.alert_companies WHERE company = 'Unknown originator';
      TRUNCATE analytics.company_days, analytics.company_day_codes, analytics.company_accounts, analytics.company_names,
        analytics.company_arrivals;

      -- What has left the ledger and not yet the rollups is taken out of the days by its sums, of the rest by a recount.
      INSERT INTO analytics.company_days (company, day, credits, debits, credit_count, debit_count, entries)
      SELECT company, day, sum(credits), sum(debits), sum(credit_count), sum(debit_count), sum(entries)
        FROM (SELECT company, coalesce(event_date, '-infinity') AS day,
                CASE WHEN entry_kind = 'money' AND transaction_type = 'Credit' THEN amount ELSE 0 END AS credits,
                CASE WHEN entry_kind = 'money' AND transaction_type = 'Debit' THEN amount ELSE 0 END AS debits,
                (entry_kind = 'money' AND transaction_type = 'Credit')::integer AS credit_count,
                (entry_kind = 'money' AND transaction_type = 'Debit')::integer AS debit_count, 1 AS entries
                FROM ledger.transactions WHERE import_id IN (SELECT import_id FROM analytics.projected_imports)
              UNION ALL
              SELECT company, day, credits, debits, credit_count, debit_count, entries FROM ledger.undo_changes
               WHERE import_id IN (SELECT import_id FROM analytics.projected_imports)
                 AND import_id NOT IN (SELECT import_id FROM analytics.projected_undos)
              UNION ALL
              SELECT company, day, credits, debits, credit_count, debit_count, entries FROM ledger.purge_changes
               WHERE purge_id NOT IN (SELECT purge_id FROM analytics.projected_purges)) counted
       WHERE company <> 'Unknown originator' GROUP BY 1, 2;

      INSERT INTO analytics.company_day_codes (company, day, transaction_code, transaction_type, transactions, amount, peak,
        international)
      SELECT company, coalesce(event_date, '-infinity'), transaction_code, transaction_type::text,
        count(*) FILTER (WHERE entry_kind = 'money'), coalesce(sum(amount) FILTER (WHERE entry_kind = 'money'), 0),
        coalesce(max(amount) FILTER (WHERE entry_kind = 'money'), 0), count(*) FILTER (WHERE class = 'IAT')
        FROM ledger.transactions
       WHERE import_id IN (SELECT import_id FROM analytics.projected_imports) AND company <> 'Unknown originator'
       GROUP BY 1, 2, 3, 4;

      INSERT INTO analytics.company_accounts (company, account_number, first_day, last_day, first_debit, credits, debits,
        credit_count, debit_count, entries)
      SELECT company, account_number, min(event_date), max(event_date),
        min(event_date) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit'),
        coalesce(sum(amount) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit'), 0),
        coalesce(sum(amount) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit'), 0),
        count(*) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit'),
        count(*) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit'), count(*)
        FROM ledger.transactions
       WHERE import_id IN (SELECT import_id FROM analytics.projected_imports) AND company <> 'Unknown originator'
       GROUP BY 1, 2`);
    await fillCompanyNames(runner);
    await fillCompanyArrivals(runner);
    await runner.query(`
      DELETE FROM analytics.company_standings
       WHERE company_key NOT IN (SELECT company_key FROM analytics.company_names);
      ANALYZE analytics.company_days; ANALYZE analytics.company_day_codes; ANALYZE analytics.company_accounts`);
  }

  /** An earlier version can use these sums. */
  async down(): Promise<void> {}
}
