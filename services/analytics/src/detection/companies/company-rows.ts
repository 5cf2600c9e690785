import { dayOf, integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { EntityManager } from 'typeorm';
import { COMPANY_FIGURES_SQL } from './company-figures.sql.ts';

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
 * How the institution as a whole uses each company, or each of those with one of the `keys`, spellings of one taken together;
 * none for a company that nobody uses.
 */
export async function companiesOf(
  manager: EntityManager,
  keys: ReadonlySet<string> | 'all' = 'all',
): Promise<CompanyRow[]> {
  if (keys !== 'all' && keys.size === 0) return [];
  const wanted = keys === 'all' ? '' : 'WHERE company_key = ANY($1)';
  const rows = await manager.query<Row[]>(
    `WITH RECURSIVE arrivals AS (SELECT * FROM analytics.company_arrivals ${wanted}),
     -- From month to month by one step in the index each, however many days a month has.
     active AS (
       SELECT company, company_key, (SELECT min(day) FROM analytics.company_days d
                                      WHERE d.company = n.company AND day > '-infinity') AS day
         FROM analytics.company_names n ${wanted}
        UNION ALL
       SELECT company, company_key, (SELECT min(d.day) FROM analytics.company_days d
                                      WHERE d.company = active.company AND d.day >= (date_trunc('month', active.day::timestamp) + interval '1 month')::date)
         FROM active WHERE day IS NOT NULL),
     months AS (SELECT company_key, count(DISTINCT date_trunc('month', day)) AS active_months FROM active GROUP BY 1)
     ${COMPANY_FIGURES_SQL}`,
    keys === 'all' ? [] : [[...keys]],
  );
  return rows.map(toCompanyRow);
}

/** The same as the last listing counted it. */
export async function companiesAsListed(
  manager: EntityManager,
  keys: ReadonlySet<string> | 'all',
): Promise<CompanyRow[]> {
  const rows = await manager.query<Row[]>(
    `SELECT company_key, accounts, first_day::text, debited_accounts AS debited, debited_at_once, arrival_span_days,
            active_months
       FROM analytics.company_standings ${keys === 'all' ? '' : 'WHERE company_key = ANY($1)'}`,
    keys === 'all' ? [] : [[...keys]],
  );
  return rows.map(toCompanyRow);
}

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
