import { SPRAY_DAYS } from '@clearwatch/domain/companies/debit-spray';

/**
 * From `met`, the days on which each account first met a company and was first debited by it: how many did so on which day,
 * as `analytics.company_arrivals` keeps it. Accounts whose entries all lack a date are under 'infinity'.
 */
export const COUNT_ARRIVALS_SQL = `
     SELECT company_key, day, sum(accounts)::integer AS accounts, sum(debited)::integer AS debited
       FROM met CROSS JOIN LATERAL (VALUES (coalesce(first_day, 'infinity'), 1, 0), (first_debit, 0, 1))
              AS counted (day, accounts, debited)
      WHERE day IS NOT NULL
      GROUP BY 1, 2`;

/** `day` of an account that has met the company on some day. */
const DATED = `day < 'infinity'`;

/**
 * Of `arrivals`, on which day how many accounts met a company, and of `months`, in how many it was active. The day of the
 * account at the 80th percentile is that of `percentile_disc(0.8)`, over the accounts one by one.
 */
export const COMPANY_FIGURES_SQL = `
     SELECT company_key, sum(accounts) AS accounts, min(beginning)::text AS first_day, sum(debited) AS debited,
            coalesce(sum(debited) FILTER (WHERE day < beginning + ${SPRAY_DAYS}), 0) AS debited_at_once,
            coalesce(min(day) FILTER (WHERE ${DATED} AND so_far >= ceil(0.8::float8 * dated)) - min(beginning), 0)
              AS arrival_span_days,
            coalesce(min(active_months), 0) AS active_months
       FROM (SELECT company_key, day, accounts, debited,
                    min(day) FILTER (WHERE accounts > 0 AND ${DATED}) OVER company AS beginning,
                    sum(accounts) FILTER (WHERE ${DATED}) OVER (company ORDER BY day) AS so_far,
                    sum(accounts) FILTER (WHERE ${DATED}) OVER company AS dated
               FROM arrivals WINDOW company AS (PARTITION BY company_key)) ranked
       LEFT JOIN months USING (company_key)
      GROUP BY company_key HAVING sum(accounts) > 0`;
