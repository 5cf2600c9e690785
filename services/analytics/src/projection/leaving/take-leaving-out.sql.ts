import { COUNT_ARRIVALS_SQL } from '../../detection/companies/company-figures.sql.ts';
import { noteChangedNamesSql } from '../arrivals.sql.ts';
import { CODE_FIGURES, CODE_SUMS, FIGURES, FIRST_DEBIT, SUMS, UNKNOWN_COMPANY_SQL } from '../rollup.ts';

const SUMMED = FIGURES.map((figure) => `sum(${figure}) AS ${figure}`).join(', ');

/** A day of an account from which more would go than is there. */
export const FIND_OVERDRAWN_SQL = `
  SELECT gone.account_number, gone.day::text
    FROM (SELECT account_number, day, ${SUMMED} FROM leaving GROUP BY 1, 2) gone
    LEFT JOIN analytics.account_days kept USING (account_number, day)
   WHERE kept.entries IS NULL OR kept.entries < gone.entries
   LIMIT 1`;

/** A row that counts no entry any more goes: a recount would not have it either. */
const takeOutSql = (table: string, keys: readonly string[]) => `
  MERGE INTO analytics.${table} kept
  USING (SELECT ${keys.join(', ')}, ${SUMMED} FROM leaving GROUP BY ${keys.join(', ')}) gone
     ON ${keys.map((key) => `kept.${key} = gone.${key}`).join(' AND ')}
   WHEN MATCHED AND kept.entries = gone.entries THEN DELETE
   WHEN MATCHED THEN UPDATE SET ${FIGURES.map((figure) => `${figure} = kept.${figure} - gone.${figure}`).join(', ')}`;

export const TAKE_OUT_SQL: readonly string[] = [
  takeOutSql('account_days', ['account_number', 'day']),
  takeOutSql('company_days', ['company', 'day']),
  takeOutSql('ledger_days', ['day']),
];

export const UNCOUNT_ACCOUNTS_SQL = `
  UPDATE analytics.ledger_state
     SET accounts = accounts - (SELECT count(*) FROM (SELECT DISTINCT account_number FROM leaving) gone
                                 WHERE NOT EXISTS (SELECT FROM analytics.account_days kept
                                                    WHERE kept.account_number = gone.account_number))`;

/** First and last days cannot be subtracted. */
export const FORGET_COMPANY_ACCOUNTS_SQL = `
  DELETE FROM analytics.company_accounts kept
   USING (SELECT DISTINCT company, account_number FROM leaving) gone
   WHERE kept.company = gone.company AND kept.account_number = gone.account_number`;

/** An import that is stored and not yet in the rollups brings its own entries when its turn comes. */
const IS_PROJECTED = 'EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = t.import_id)';

export const RECOUNT_COMPANY_ACCOUNTS_SQL = `
  INSERT INTO analytics.company_accounts (company, account_number, first_day, last_day, first_debit, ${FIGURES.join(', ')})
  SELECT t.company, t.account_number, min(t.event_date), max(t.event_date), ${FIRST_DEBIT}, ${SUMS}
    FROM (SELECT DISTINCT company, account_number FROM leaving) touched
    JOIN ledger.transactions t USING (account_number, company)
   WHERE ${IS_PROJECTED} AND t.company <> ${UNKNOWN_COMPANY_SQL}
   GROUP BY 1, 2`;

const LEFT_COMPANIES = `
  SELECT company_key FROM analytics.company_names WHERE company IN (SELECT company FROM leaving)`;

/** Nor can the first days of accounts that met a company under another of its names as well. */
export const RECOUNT_ARRIVALS_SQL: readonly string[] = [
  `DELETE FROM analytics.company_arrivals WHERE company_key IN (${LEFT_COMPANIES})`,
  `INSERT INTO analytics.company_arrivals (company_key, day, accounts, debited)
  WITH met AS (
    SELECT company_key, min(first_day) AS first_day, min(first_debit) AS first_debit
      FROM analytics.company_names JOIN analytics.company_accounts USING (company)
     WHERE company_key IN (${LEFT_COMPANIES})
     GROUP BY company_key, account_number)
  ${COUNT_ARRIVALS_SQL}`,
  noteChangedNamesSql('leaving'),
];

/** Nor can a largest amount. Most files bring whole days: then nothing is left of them to be recounted. */
export const FORGET_COMPANY_DAY_CODES_SQL = `
  DELETE FROM analytics.company_day_codes kept
   USING (SELECT DISTINCT company, day FROM leaving) gone
   WHERE kept.company = gone.company AND kept.day = gone.day`;

/**
 * The ledger has no index on days or companies: their entries are found by the accounts that may have any. Of a day these are
 * the accounts of its companies or, where those are more, all accounts of the day: a few entries of many days would
 * otherwise have the whole ledger read.
 */
export const RECOUNT_COMPANY_DAY_CODES_SQL = `
  WITH users AS MATERIALIZED (
    SELECT company, count(*) AS accounts FROM analytics.company_accounts
     WHERE company IN (SELECT company FROM leaving) GROUP BY 1),
  partly AS MATERIALIZED (
    SELECT company, day, sum(users.accounts) OVER (PARTITION BY day) < ledger_days.entries AS has_few_users
      FROM analytics.company_days JOIN (SELECT DISTINCT company, day FROM leaving) gone USING (company, day)
      JOIN users USING (company) JOIN analytics.ledger_days USING (day)),
  accounts AS MATERIALIZED (
    SELECT account_number, day FROM partly JOIN analytics.company_accounts c USING (company)
     WHERE has_few_users AND (day = '-infinity' OR day BETWEEN c.first_day AND c.last_day)
     UNION
    SELECT account_number, day FROM analytics.account_days WHERE day IN (SELECT day FROM partly WHERE NOT has_few_users)),
  entries AS (
    SELECT t.* FROM accounts a CROSS JOIN LATERAL (
      SELECT * FROM ledger.transactions t WHERE t.account_number = a.account_number AND t.event_date = a.day OFFSET 0) t
    UNION ALL
    SELECT t.* FROM accounts a CROSS JOIN LATERAL (
      SELECT * FROM ledger.transactions t WHERE t.account_number = a.account_number AND t.event_date IS NULL OFFSET 0) t
     WHERE a.day = '-infinity')
  INSERT INTO analytics.company_day_codes (company, day, transaction_code, transaction_type, ${CODE_FIGURES.join(', ')})
  SELECT partly.company, partly.day, transaction_code, transaction_type::text, ${CODE_SUMS}
    FROM entries t JOIN partly ON partly.company = t.company AND partly.day = coalesce(t.event_date, '-infinity')
   WHERE ${IS_PROJECTED}
   GROUP BY 1, 2, 3, 4`;

/** Whose figures in the lists are no longer what the rollups say. */
export const NOTE_CHANGED_SQL = `
  INSERT INTO analytics.changed_accounts (account_number) SELECT DISTINCT account_number FROM leaving;
  INSERT INTO analytics.changed_companies (company) SELECT DISTINCT company FROM leaving`;
