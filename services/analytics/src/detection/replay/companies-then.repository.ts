import { companyKey } from '@clearwatch/domain/detection/company-key';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { COMPANY_FIGURES_SQL, COUNT_ARRIVALS_SQL } from '../companies/company-figures.sql.ts';
import { type CompanyRow, toCompanyRow } from '../companies/company-rows.ts';

/** A company of more accounts was hardly taken for anything else then than it is today; its entries would be too many. */
const MOST_ACCOUNTS_OF_A_COMPANY = 1_000;
const MOST_ACCOUNTS = 20_000;

/** How the institution used companies as some imports show it, counted from the ledger: rollups keep no history. */
@Injectable()
export class CompaniesThenRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Of the companies that so few accounts use that counting is quick; none when they are too many together. */
  async usedBy(companies: readonly string[], importsThen: ReadonlySet<string>): Promise<CompanyRow[]> {
    const rows = await this.database.query<Row[]>(
      `WITH keys AS (SELECT * FROM unnest($1::text[], $2::text[]) AS k (company, company_key)),
       few AS (
         SELECT company_key FROM analytics.company_accounts JOIN keys USING (company)
          GROUP BY 1 HAVING count(*) <= ${MOST_ACCOUNTS_OF_A_COMPANY}),
       users AS MATERIALIZED (
         SELECT company_key, company, account_number
           FROM few JOIN keys USING (company_key) JOIN analytics.company_accounts USING (company)),
       entries AS MATERIALIZED (
         SELECT users.company_key, users.account_number, t.event_date, t.entry_kind, t.transaction_type
           FROM users CROSS JOIN LATERAL (
                SELECT * FROM ledger.transactions t
                 WHERE t.account_number = users.account_number AND t.company = users.company OFFSET 0) t
          WHERE (SELECT count(*) FROM users) <= ${MOST_ACCOUNTS} AND t.import_id = ANY($3::bigint[])),
       met AS (
         SELECT company_key, account_number, min(event_date) AS first_day,
                min(event_date) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit') AS first_debit
           FROM entries GROUP BY 1, 2),
       arrivals AS (${COUNT_ARRIVALS_SQL}),
       months AS (
         SELECT company_key, count(DISTINCT date_trunc('month', event_date)) AS active_months
           FROM entries GROUP BY 1)
       ${COMPANY_FIGURES_SQL}`,
      [companies, companies.map(companyKey), [...importsThen]],
    );
    return rows.map(toCompanyRow);
  }
}
