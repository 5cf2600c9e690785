import type { Client } from 'pg';
import type { CompanyRow } from '../detection/companies/company-rows.ts';

/** What rules ask of every company, counted from its accounts one by one. */
export async function companiesOneByOne(client: Client): Promise<CompanyRow[]> {
  const { rows } = await client.query<CompanyRow>(`
    WITH met AS (
      SELECT company_key, account_number, min(first_day) AS first_day, min(first_debit) AS first_debit
        FROM analytics.company_accounts JOIN analytics.company_names USING (company) GROUP BY 1, 2),
    began AS (SELECT company_key, min(first_day) AS day FROM met GROUP BY 1)
    SELECT company_key AS "companyKey", count(*)::integer AS accounts, min(first_day)::text AS "firstDay",
           coalesce(percentile_disc(0.8) WITHIN GROUP (ORDER BY first_day) - min(first_day), 0) AS "arrivalSpanDays",
           (SELECT count(DISTINCT date_trunc('month', d.day))::integer
              FROM analytics.company_days d JOIN analytics.company_names n USING (company)
             WHERE n.company_key = met.company_key AND d.day > '-infinity') AS "activeMonths",
           count(first_debit)::integer AS "debitedAccounts",
           (count(*) FILTER (WHERE first_debit < began.day + 3))::integer AS "debitedAtOnce"
      FROM met JOIN began USING (company_key) GROUP BY company_key ORDER BY company_key`);
  return rows;
}
