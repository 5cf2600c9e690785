export const MONTHS = 12;
const MOST_COMPANIES = 6;
const MOST_QUIET = 8;

const ARRIVED = 'lives.first_day >= $1';
const QUIET = 'is_before AND NOT is_now';

/**
 * $1 to $2 is the period, $3 the first day of the one before, $4 the first days of the months that end with it. One pass over
 * the days of all accounts, which are as many as a large ledger has entries: the months in which an account was active
 * are bits of one number. What is found is told in rows of one shape, whose `what` says what they are:
 *
 *     totals        active, active before, arrived, arrived before; credits of the arrived
 *     money         returned, quiet; credits of the quiet
 *     company       accounts that arrived and that it paid then, and that went quiet and that it had paid before
 *     quiet member  its months with money in the year before the period; credits before; last day
 *     month         active, arrived, and which of $4
 */
export const MEMBERSHIP_SQL = `
  WITH lives AS MATERIALIZED (
    SELECT account_number, min(day) AS first_day, max(day) AS last_day, bool_or(day >= $1) AS is_now,
           bool_or(day BETWEEN $3 AND $1::date - 1) AS is_before,
           coalesce(sum(credits) FILTER (WHERE day >= $1), 0) AS now_credits,
           coalesce(sum(credits) FILTER (WHERE day BETWEEN $3 AND $1::date - 1), 0) AS before_credits,
           bit_or(1 << width_bucket(day, $4::date[])) AS months
      FROM analytics.account_days
     WHERE credit_count + debit_count > 0 AND day > '-infinity' AND day <= $2 GROUP BY 1),
  companies AS (
    SELECT company, count(DISTINCT account_number) FILTER (WHERE is_now) AS arrived,
           count(DISTINCT account_number) FILTER (WHERE NOT is_now) AS quiet
      FROM lives JOIN ledger.transactions t USING (account_number)
     WHERE ((${ARRIVED} AND now_credits > 0 AND event_date BETWEEN $1 AND $2)
            OR (${QUIET} AND before_credits > 0 AND event_date BETWEEN $3 AND $1::date - 1))
       AND entry_kind = 'money' AND transaction_type = 'Credit'
       AND import_id IN (SELECT import_id FROM analytics.projected_imports) GROUP BY 1),
  ranked AS (
    SELECT *, row_number() OVER (ORDER BY arrived DESC, company) AS by_arrived,
           row_number() OVER (ORDER BY quiet DESC, company) AS by_quiet FROM companies),
  quiet AS (
    SELECT account_number, before_credits, last_day FROM lives WHERE ${QUIET} AND before_credits > 0
     ORDER BY before_credits DESC, account_number LIMIT ${MOST_QUIET})
  SELECT 'totals' AS what, '' AS name, NULL::text AS day,
         count(*) FILTER (WHERE is_now) AS first, count(*) FILTER (WHERE is_before) AS second,
         count(*) FILTER (WHERE ${ARRIVED}) AS third,
         count(*) FILTER (WHERE first_day >= $3 AND first_day < $1) AS fourth,
         coalesce(sum(now_credits) FILTER (WHERE ${ARRIVED}), 0) AS amount
    FROM lives
  UNION ALL
  SELECT 'money', '', NULL, count(*) FILTER (WHERE is_now AND NOT is_before AND first_day < $3),
         count(*) FILTER (WHERE ${QUIET}), 0, 0, coalesce(sum(before_credits) FILTER (WHERE ${QUIET}), 0)
    FROM lives
  UNION ALL
  SELECT 'company', company, NULL, arrived, quiet, 0, 0, 0 FROM ranked
   WHERE by_arrived <= ${MOST_COMPANIES} OR by_quiet <= ${MOST_COMPANIES}
  UNION ALL
  (SELECT 'quiet member', account_number, last_day::text,
          (SELECT count(DISTINCT to_char(day, 'YYYY-MM')) FROM analytics.account_days d
            WHERE d.account_number = quiet.account_number AND credit_count > 0
              AND day BETWEEN $1::date - interval '12 months' AND $1::date - 1),
          0, 0, 0, before_credits
     FROM quiet ORDER BY before_credits DESC, account_number)
  UNION ALL
  (SELECT 'month', '', NULL, count(*) FILTER (WHERE months & (1 << bucket) <> 0),
          count(*) FILTER (WHERE width_bucket(first_day, $4::date[]) = bucket), bucket, 0, 0
     FROM lives CROSS JOIN generate_series(1, ${MONTHS}) AS bucket GROUP BY bucket ORDER BY bucket)`;
