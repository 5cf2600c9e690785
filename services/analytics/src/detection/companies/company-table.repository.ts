import { companyKey } from '@clearwatch/domain/fraud/company-key';
import { dayOf, integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

export interface CompanyRow {
  companyKey: string;
  accounts: number;
  firstDay: string | null;
  arrivalSpanDays: number;
  activeMonths: number;
}

export interface CompanyRows {
  ledgerVersion: number;
  ledgerFirstDay: string | null;
  ledgerAccounts: number;
  companies: CompanyRow[];
}

@Injectable()
export class CompanyTableRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async ledgerVersion(): Promise<number> {
    const [row] = await this.database.query<Row[]>('SELECT version FROM analytics.ledger_state');
    return row === undefined ? 0 : integerOf(row, 'version');
  }

  /** How the institution as a whole uses each company, spellings of one company taken together. */
  async read(): Promise<CompanyRows> {
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '64MB'`);
      const [ledger] = await manager.query<Row[]>(
        `SELECT version,
                (SELECT min(day)::text FROM analytics.ledger_days WHERE day > '-infinity') AS first_day,
                (SELECT count(*) FROM ledger.members) AS accounts
           FROM analytics.ledger_state`,
      );
      if (ledger === undefined) throw new Error('analytics.ledger_state has lost its only row');
      return {
        ledgerVersion: integerOf(ledger, 'version'),
        ledgerFirstDay: nullable(dayOf, ledger, 'first_day'),
        ledgerAccounts: integerOf(ledger, 'accounts'),
        companies: await companiesOf(manager),
      };
    });
  }
}

/** The key of a company is the domain's to decide, so the names come here and go back with their keys. */
async function companiesOf(manager: EntityManager): Promise<CompanyRow[]> {
  const names = await manager.query<Row[]>('SELECT DISTINCT company FROM analytics.company_accounts');
  const companies = names.map((row) => textOf(row, 'company'));
  const rows = await manager.query<Row[]>(
    `WITH keys AS (SELECT * FROM unnest($1::text[], $2::text[]) AS k (company, company_key)),
     arrivals AS (
       SELECT company_key, account_number, min(first_day) AS first_day
         FROM analytics.company_accounts JOIN keys USING (company)
        GROUP BY 1, 2),
     months AS (
       SELECT company_key, count(DISTINCT date_trunc('month', day)) AS active_months
         FROM analytics.company_days JOIN keys USING (company)
        WHERE day > '-infinity'
        GROUP BY 1)
     SELECT company_key, count(*) AS accounts, min(first_day)::text AS first_day,
            coalesce(percentile_disc(0.8) WITHIN GROUP (ORDER BY first_day) - min(first_day), 0) AS arrival_span_days,
            coalesce(min(active_months), 0) AS active_months
       FROM arrivals LEFT JOIN months USING (company_key)
      GROUP BY company_key`,
    [companies, companies.map(companyKey)],
  );
  return rows.map((row) => ({
    companyKey: textOf(row, 'company_key'),
    accounts: integerOf(row, 'accounts'),
    firstDay: nullable(dayOf, row, 'first_day'),
    arrivalSpanDays: integerOf(row, 'arrival_span_days'),
    activeMonths: integerOf(row, 'active_months'),
  }));
}
