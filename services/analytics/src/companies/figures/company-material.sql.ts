import { isReturnedDebitSql } from '@clearwatch/contracts/returned-debit.sql';
import {
  ADMINISTRATIVE_RETURN_CODES,
  RETURN_RATE_DAYS,
  UNAUTHORIZED_RETURN_CODES,
} from '@clearwatch/domain/companies/company-return-rates';
import { COMPANY_RISK_DAYS } from '@clearwatch/domain/companies/company-risk';
import { SPRAY_DAYS } from '@clearwatch/domain/companies/debit-spray';

/** $1 companies, $2 as-of day, $3 and $4 the year, $5 first day that regularity looks at. */
export const DAYS_SQL = `
  SELECT company, min(nullif(day, '-infinity'))::text AS first_day, max(nullif(day, '-infinity'))::text AS last_day,
         sum(credits) AS credits, sum(debits) AS debits, sum(credit_count + debit_count) AS transactions,
         coalesce(sum(credits) FILTER (WHERE day BETWEEN $3 AND $4), 0) AS year_credits,
         coalesce(sum(debits) FILTER (WHERE day BETWEEN $3 AND $4), 0) AS year_debits,
         coalesce(sum(debit_count) FILTER (WHERE is_recent), 0) AS debits_lately,
         coalesce(sum(debit_count) FILTER (WHERE is_recent AND extract(isodow FROM day) >= 6), 0) AS weekend_debits,
         coalesce(sum(debit_count) FILTER (WHERE day > $2::date - ${RETURN_RATE_DAYS} AND day <= $2), 0) AS returnable,
         coalesce(array_agg(day::text ORDER BY day) FILTER (WHERE day BETWEEN $5 AND $2), '{}') AS batch_days
    FROM analytics.company_days, LATERAL (SELECT day > $2::date - ${COMPANY_RISK_DAYS} AND day <= $2 AS is_recent) AS r
   WHERE company = ANY ($1)
   GROUP BY company`;

/** $1 companies, $2 as-of day. */
export const CODES_SQL = `
  SELECT company, max(peak) AS peak,
         coalesce(max(peak) FILTER (WHERE is_recent), 0) AS recent_peak,
         coalesce(sum(amount) FILTER (WHERE is_recent), 0) AS recent_volume,
         coalesce(sum(transactions) FILTER (WHERE is_recent), 0) AS recent_transactions,
         coalesce(sum(international) FILTER (WHERE is_recent), 0) AS international
    FROM analytics.company_day_codes,
         LATERAL (SELECT day > $2::date - ${COMPANY_RISK_DAYS} AND day <= $2 AS is_recent) AS r
   WHERE company = ANY ($1)
   GROUP BY company`;

/** $1 companies, $2 the first day of each. */
export const ACCOUNTS_SQL = `
  SELECT company, count(*) AS members, count(*) FILTER (WHERE debit_count > 0) AS debited,
         count(*) FILTER (WHERE first_debit < f.first_day + ${SPRAY_DAYS}) AS debited_at_once
    FROM analytics.company_accounts JOIN unnest($1::text[], $2::date[]) AS f (company, first_day) USING (company)
   GROUP BY company`;

/** $1 companies, $2 as-of day: members with a high alert that stands or is not decided. */
export const ALERTS_SQL = `
  SELECT c.company, count(DISTINCT a.account_number) AS members
    FROM analytics.alert_companies c JOIN analytics.counted_alerts a ON a.id = c.alert_id
   WHERE c.company = ANY ($1) AND a.risk_level = 'high'
     AND a.activity_date > $2::date - ${COMPANY_RISK_DAYS} AND a.activity_date <= $2
     AND a.review_outcome IS DISTINCT FROM 'false_positive' AND a.review_outcome IS DISTINCT FROM 'explained'
   GROUP BY c.company`;

const codes = (list: readonly string[]) => list.map((code) => `'${code}'`).join(', ');

/**
 * $1 as-of day: debits that came back in the days before it, by the company that had sent them. The reason is that of the
 * return; which company it was says the original, where the ledger holds it. Entries are looked up one by one.
 */
export const RETURNS_SQL = `
  SELECT coalesce(o.company, t.company) AS company, count(*) AS returns,
         count(*) FILTER (WHERE r.reason_code IN (${codes(UNAUTHORIZED_RETURN_CODES)})) AS unauthorized,
         count(*) FILTER (WHERE r.reason_code IN (${codes(ADMINISTRATIVE_RETURN_CODES)})) AS administrative
    FROM ledger.entry_returns r
    JOIN ledger.transactions t ON t.id = r.return_id
    LEFT JOIN ledger.transactions o ON o.id = r.original_id
   WHERE r.kind = 'return' AND ${isReturnedDebitSql({ entry: 't', noted: 'r' })}
     AND t.event_date > $1::date - ${RETURN_RATE_DAYS} AND t.event_date <= $1
     AND coalesce(o.class, t.class) IS DISTINCT FROM 'RCK'
     AND EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = t.import_id)
   GROUP BY 1`;

/**
 * $1 companies, $2 as-of day: what their entries say that they are for. Long numbers differ from entry to entry and say nothing.
 * Looked up by account where the companies have few, by day where they have many.
 */
export const DESCRIPTIONS_SQL = `
  SELECT company, regexp_replace(description, '\\w*\\d{4,}\\w*', '#', 'g') AS description, type, sum(entries) AS entries
    FROM (SELECT t.company, coalesce(t.entry_description, '') AS description, t.transaction_type::text AS type, count(*) AS entries
            FROM ledger.transactions t
           WHERE t.account_number IN (SELECT a.account_number FROM analytics.company_accounts a WHERE a.company = ANY ($1))
             AND t.company = ANY ($1) AND t.event_date > $2::date - ${COMPANY_RISK_DAYS} AND t.event_date <= $2
             AND t.entry_kind = 'money' AND t.import_id IN (SELECT p.import_id FROM analytics.projected_imports p)
           GROUP BY 1, 2, 3) said
   GROUP BY 1, 2, 3`;
