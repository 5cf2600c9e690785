import { companyKey } from '@clearwatch/domain/detection/company-key';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** First days of accounts with each company. Names are stored with their key: a change of `companyKey` must repeat this migration. */
export class KeepCompanyArrivals1764700000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
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

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE analytics.ledger_state DROP COLUMN accounts;
      ALTER TABLE analytics.institution_standing DROP COLUMN ledger_accounts, DROP COLUMN ledger_version;
      DROP TABLE analytics.company_arrivals; DROP TABLE analytics.company_names;
    `);
  }
}

/** Keys are computed by the domain. */
export async function fillCompanyNames(runner: QueryRunner): Promise<void> {
  const names = (await runner.query('SELECT DISTINCT company FROM analytics.company_days')) as Row[];
  const companies = names.map((row) => textOf(row, 'company'));
  await runner.query(
    `INSERT INTO analytics.company_names (company, company_key, changed_in)
     SELECT company, company_key, (SELECT version FROM analytics.ledger_state)
       FROM unnest($1::text[], $2::text[]) AS k (company, company_key)`,
    [companies, companies.map(companyKey)],
  );
}

export async function fillCompanyArrivals(runner: QueryRunner): Promise<void> {
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
