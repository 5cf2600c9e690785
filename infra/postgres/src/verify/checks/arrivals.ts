import { compared, type LedgerCheck } from '../ledger-check.ts';
import { PROJECTED } from './projected.ts';

/** Accounts whose entries all lack a date are under 'infinity'. */
const DAY = `CASE WHEN day = 'infinity' THEN 'without a date' ELSE day::text END`;

export const companyArrivals: LedgerCheck = {
  name: 'company arrivals',
  holds: 'How many accounts first met each company on each day, and first paid it, is what the entries say.',
  sql: compared({
    place: `'company ' || company_key || ', ' || ${DAY}`,
    keys: ['company_key', 'day'],
    kept: `SELECT company_key, day, accounts, debited FROM analytics.company_arrivals WHERE accounts <> 0 OR debited <> 0`,
    counted: `
      WITH met AS (
        SELECT company_key, coalesce(min(nullif(day, '-infinity')), 'infinity') AS first_day,
               min(nullif(day, '-infinity')) FILTER (WHERE debit_count > 0) AS first_debit
          FROM (${PROJECTED}) AS projected JOIN analytics.company_names USING (company)
         GROUP BY company_key, account_number)
      SELECT company_key, day, sum(accounts)::integer AS accounts, sum(debited)::integer AS debited
        FROM (SELECT company_key, first_day AS day, 1 AS accounts, 0 AS debited FROM met
               UNION ALL
              SELECT company_key, first_debit, 0, 1 FROM met WHERE first_debit IS NOT NULL) AS steps
       GROUP BY 1, 2`,
    figures: { accounts: 'accounts', 'accounts with debits': 'debited' },
  }),
};
