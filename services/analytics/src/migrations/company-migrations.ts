import { companyKey } from '@clearwatch/domain/detection/company-key';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { QueryRunner } from 'typeorm';

/** First days of accounts with each company. Keys are stored: a change to `companyKey` must repeat this migration. */
export async function keepCompanyArrivals(runner: QueryRunner): Promise<void> {
  await runner.query(`
      CREATE TABLE analytics.company_names (
        company     text PRIMARY KEY,
        company_key text NOT NULL,
        -- Version of the ledger that last brought or took entries of this name.
        changed_in  bigint NOT NULL
      );
      CREATE INDEX company_names_key ON analytics.company_names (company_key);
      CREATE INDEX company_names_changed ON analytics.company_names (changed_in);

      -- Accounts by the day on which they first met the company under any of its names, and by that of their first debit;
      -- those whose entries all lack a date are under 'infinity'.
      CREATE TABLE analytics.company_arrivals (
        company_key text NOT NULL,
        day         date NOT NULL,
        accounts    integer NOT NULL,
        debited     integer NOT NULL,
        PRIMARY KEY (company_key, day)
      );

      -- Accounts with entries, as the rollups hold them; and how many there were at the last listing, and of which version of the
      -- ledger the standings then are. Null before the first listing that has kept them.
      ALTER TABLE analytics.ledger_state ADD COLUMN accounts integer NOT NULL DEFAULT 0;
      UPDATE analytics.ledger_state SET accounts = (SELECT count(DISTINCT account_number) FROM analytics.account_days);
      ALTER TABLE analytics.institution_standing ADD COLUMN ledger_accounts integer, ADD COLUMN ledger_version bigint;
    `);
  await fillCompanyNames(runner);
  await fillCompanyArrivals(runner);
}

/**
 * Entries without a company are not counted for any company. The ledger no longer contains company names that earlier
 * versions read from descriptions ("RENT", see ingest's `RecomputeIdentities`), so all company sums are computed again.
 */
export async function leaveOutUnknownCompany(runner: QueryRunner): Promise<void> {
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

/** Computes the keys in TypeScript, because SQL has no equivalent of `companyKey`. */
async function fillCompanyNames(runner: QueryRunner): Promise<void> {
  const names = (await runner.query('SELECT DISTINCT company FROM analytics.company_days')) as Row[];
  const companies = names.map((row) => textOf(row, 'company'));
  await runner.query(
    `INSERT INTO analytics.company_names (company, company_key, changed_in)
     SELECT company, company_key, (SELECT version FROM analytics.ledger_state)
       FROM unnest($1::text[], $2::text[]) AS k (company, company_key)`,
    [companies, companies.map(companyKey)],
  );
}

async function fillCompanyArrivals(runner: QueryRunner): Promise<void> {
  await runner.query(`
    WITH met AS (
      SELECT company_key, coalesce(min(first_day), 'infinity') AS first_day, min(first_debit) AS first_debit
        FROM analytics.company_accounts JOIN analytics.company_names USING (company) GROUP BY company_key, account_number)
    INSERT INTO analytics.company_arrivals (company_key, day, accounts, debited)
    SELECT company_key, day, sum(accounts), sum(debited)
      FROM (SELECT company_key, first_day AS day, 1 AS accounts, 0 AS debited FROM met
             UNION ALL
            SELECT company_key, first_debit, 0, 1 FROM met WHERE first_debit IS NOT NULL) counted
     GROUP BY 1, 2`);
}
