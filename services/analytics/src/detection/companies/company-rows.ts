import { SPRAY_DAYS } from '@clearwatch/domain/companies/spray';
import { companyKey } from '@clearwatch/domain/fraud/company-key';
import { dayOf, integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row';
import type { EntityManager } from 'typeorm';
import { companyNames, companyNamesOf } from './company-names.ts';

export interface CompanyRow {
  companyKey: string;
  accounts: number;
  firstDay: string | null;
  arrivalSpanDays: number;
  activeMonths: number;
  /** Accounts it has debited, and those of them within `SPRAY_DAYS` of its first day. */
  debitedAccounts: number;
  debitedAtOnce: number;
}

/**
 * How the institution as a whole uses each company, or each of those with one of the `keys`. The key of a company is the
 * domain's to decide, so the names come here and go back with their keys.
 */
export async function companiesOf(
  manager: EntityManager,
  keys: ReadonlySet<string> | 'all' = 'all',
): Promise<CompanyRow[]> {
  const companies = keys === 'all' ? await companyNames(manager) : await companyNamesOf(manager, keys);
  const rows = await manager.query<Row[]>(
    `WITH keys AS (SELECT * FROM unnest($1::text[], $2::text[]) AS k (company, company_key)),
     arrivals AS (
       SELECT company_key, account_number, min(first_day) AS first_day, min(first_debit) AS first_debit
         FROM analytics.company_accounts JOIN keys USING (company)
        GROUP BY 1, 2),
     months AS (
       SELECT company_key, count(DISTINCT date_trunc('month', day)) AS active_months
         FROM analytics.company_days JOIN keys USING (company)
        WHERE day > '-infinity'
        GROUP BY 1)
     ${COMPANY_FIGURES_SQL}`,
    [companies, companies.map(companyKey)],
  );
  return rows.map(toCompanyRow);
}

/** Of `arrivals`, when which account met which company, and of `months`, in how many a company was active. */
export const COMPANY_FIGURES_SQL = `
     SELECT company_key, count(*) AS accounts, min(first_day)::text AS first_day, count(first_debit) AS debited,
            count(*) FILTER (WHERE first_debit < beginning + ${SPRAY_DAYS}) AS debited_at_once,
            coalesce(percentile_disc(0.8) WITHIN GROUP (ORDER BY first_day) - min(first_day), 0) AS arrival_span_days,
            coalesce(min(active_months), 0) AS active_months
       FROM arrivals LEFT JOIN months USING (company_key)
            JOIN (SELECT company_key, min(first_day) AS beginning FROM arrivals GROUP BY 1) b USING (company_key)
      GROUP BY company_key`;

export function toCompanyRow(row: Row): CompanyRow {
  return {
    companyKey: textOf(row, 'company_key'),
    accounts: integerOf(row, 'accounts'),
    firstDay: nullable(dayOf, row, 'first_day'),
    arrivalSpanDays: integerOf(row, 'arrival_span_days'),
    activeMonths: integerOf(row, 'active_months'),
    debitedAccounts: integerOf(row, 'debited'),
    debitedAtOnce: integerOf(row, 'debited_at_once'),
  };
}
