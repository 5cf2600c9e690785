import { ADD_COMPANY_ACCOUNTS_SQL } from './company-rollups.sql.ts';

/** Names that the import brings and nobody has given a key yet. */
export const FIND_NEW_NAMES_SQL = `
    SELECT DISTINCT company FROM imported_company_days
     WHERE NOT EXISTS (SELECT FROM analytics.company_names n WHERE n.company = imported_company_days.company)`;

export const ADD_NAMES_SQL = `
    INSERT INTO analytics.company_names (company, company_key, changed_in)
    SELECT company, company_key, 0 FROM unnest($1::text[], $2::text[]) AS k (company, company_key)`;

/** @param source table with the companies whose entries have come or gone in this version of the ledger */
export const noteChangedNamesSql = (source: string): string => `
    UPDATE analytics.company_names SET changed_in = ledger_state.version
      FROM analytics.ledger_state WHERE company IN (SELECT company FROM ${source})`;

/**
 * Which accounts met which company, and for whom that changes the first day: the account is counted under its old day no
 * more, and under the new one. What an account met under another name of the company, that has not moved, counts as well: hardly
 * any company has two, so that those are looked up one by one.
 */
export const ADD_COMPANY_ACCOUNTS_AND_ARRIVALS_SQL = `
    WITH met AS (${ADD_COMPANY_ACCOUNTS_SQL}
     RETURNING kept.company, kept.account_number, old.company IS NOT NULL AS was_met,
               old.first_day AS old_day, old.first_debit AS old_debit, new.first_day, new.first_debit),
    moved AS (
      SELECT * FROM met
       WHERE NOT was_met OR (old_day, old_debit) IS DISTINCT FROM (first_day, first_debit)),
    names AS (SELECT company, company_key, count(*) OVER (PARTITION BY company_key) > 1 AS is_one_of_several
                FROM analytics.company_names),
    by_account AS (
      SELECT company_key, was_met, old_day, old_debit, first_day, first_debit
        FROM moved JOIN names USING (company) WHERE NOT is_one_of_several
       UNION ALL
      SELECT m.company_key, was_met OR others > 0, least(old_day, other_day), least(old_debit, other_debit),
             least(first_day, other_day), least(first_debit, other_debit)
        FROM (SELECT company_key, account_number, bool_or(was_met) AS was_met, min(old_day) AS old_day,
                     min(old_debit) AS old_debit, min(first_day) AS first_day, min(first_debit) AS first_debit,
                     array_agg(company) AS companies
                FROM moved JOIN names USING (company) WHERE is_one_of_several
               GROUP BY 1, 2) m
       CROSS JOIN LATERAL (
             SELECT count(*) AS others, min(c.first_day) AS other_day, min(c.first_debit) AS other_debit
               FROM analytics.company_names n
               JOIN analytics.company_accounts c ON c.company = n.company AND c.account_number = m.account_number
              WHERE n.company_key = m.company_key AND n.company <> ALL (m.companies)) o),
    counted AS (
      SELECT company_key, was_met, old_day, old_debit, first_day, first_debit, count(*)::integer AS accounts
        FROM by_account GROUP BY 1, 2, 3, 4, 5, 6)
    INSERT INTO analytics.company_arrivals AS kept (company_key, day, accounts, debited)
    SELECT company_key, day, sum(met), sum(debited)
      FROM counted CROSS JOIN LATERAL (VALUES
             (coalesce(first_day, 'infinity'), accounts, 0), (first_debit, 0, accounts),
             (CASE WHEN was_met THEN coalesce(old_day, 'infinity') END, -accounts, 0), (old_debit, 0, -accounts))
             AS step (day, met, debited)
     WHERE day IS NOT NULL
     GROUP BY 1, 2
    HAVING sum(met) <> 0 OR sum(debited) <> 0
    ON CONFLICT (company_key, day) DO UPDATE SET
      accounts = kept.accounts + EXCLUDED.accounts, debited = kept.debited + EXCLUDED.debited`;
