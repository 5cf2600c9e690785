import { FIGURES } from './rollup.ts';

const KEYS_AND_FIGURES = `account_number, day, ${FIGURES.join(', ')}`;
const DAY = `coalesce(event_date, '-infinity')`;

/** The accounts of an import, the days that they span and how many entries they have. */
export const accountSpansSql = (importId: number): string => `
    (SELECT account_number, min(${DAY}), max(${DAY}), count(*)::integer
       FROM ledger.transactions WHERE import_id = ${BigInt(importId)} GROUP BY 1)`;

/** Hardly any account has two entries on one day: to sort them and count along takes half the time of hashing nearly each. */
export const accountDaysSql = (importId: number): string => `
    (SELECT account_number, day, coalesce(sum(credit), 0), coalesce(sum(debit), 0), count(credit)::integer, count(debit)::integer,
            count(*)::integer
       FROM (SELECT account_number, ${DAY} AS day,
                    CASE WHEN entry_kind = 'money' AND transaction_type = 'Credit' THEN amount END AS credit,
                    CASE WHEN entry_kind = 'money' AND transaction_type = 'Debit' THEN amount END AS debit
               FROM ledger.transactions WHERE import_id = ${BigInt(importId)}) moved
      GROUP BY 1, 2 ORDER BY 1, 2)`;

/** Nobody has counted the rows of the import yet, and the planner expects a handful. */
export const HASH_SQL = 'SET LOCAL enable_sort = off; SET LOCAL enable_hashagg = on';
export const SORT_SQL = 'SET LOCAL enable_sort = on; SET LOCAL enable_hashagg = off';

export const IMPORTED_SPANS = 'imported_spans (account_number, first_day, last_day, entries)';
export const MAKE_IMPORTED_SPANS_SQL = `
    CREATE TEMPORARY TABLE imported_spans (account_number text, first_day date, last_day date, entries integer) ON COMMIT DROP`;

/** Of the accounts of the import, whether any of their days is kept already, and whether one of those lies in their span. */
export const MAKE_IMPORTED_ACCOUNTS_SQL = `
    CREATE TEMPORARY TABLE imported_accounts ON COMMIT DROP AS
    SELECT account_number, entries, newest_kept IS NOT NULL AS is_kept,
           CASE WHEN newest_kept IS NULL OR newest_kept < first_day THEN false
                ELSE EXISTS (SELECT FROM analytics.account_days kept WHERE kept.account_number = span.account_number
                                AND kept.day BETWEEN span.first_day AND span.last_day) END AS is_overlapping
      FROM imported_spans span
     CROSS JOIN LATERAL (SELECT max(kept.day) AS newest_kept FROM analytics.account_days kept
                          WHERE kept.account_number = span.account_number) k`;

export const COUNT_ACCOUNTS_SQL = `
    UPDATE analytics.ledger_state
       SET accounts = accounts + (SELECT count(*) FROM imported_accounts WHERE NOT is_kept)`;

export const ANY_OVERLAPPING_SQL =
  'SELECT EXISTS (SELECT FROM imported_accounts WHERE is_overlapping) AS is_overlapping';

export const ACCOUNT_DAYS = `analytics.account_days (${KEYS_AND_FIGURES})`;
export const IMPORTED_ACCOUNT_DAYS = `imported_account_days (${KEYS_AND_FIGURES})`;
export const MAKE_IMPORTED_ACCOUNT_DAYS_SQL = `
    CREATE TEMPORARY TABLE imported_account_days ON COMMIT DROP AS
    SELECT ${KEYS_AND_FIGURES} FROM analytics.account_days WITH NO DATA`;

/** Only accounts whose days overlap with what is kept pay for looking each day up. */
export const ADD_OVERLAPPING_SQL = `
    CREATE TEMPORARY TABLE overlapping ON COMMIT DROP AS
    SELECT account_number FROM imported_accounts WHERE is_overlapping;
    ANALYZE overlapping;
    INSERT INTO analytics.account_days (${KEYS_AND_FIGURES})
    SELECT ${KEYS_AND_FIGURES} FROM imported_account_days added
     WHERE NOT EXISTS (SELECT FROM overlapping o WHERE o.account_number = added.account_number);
    INSERT INTO analytics.account_days AS kept (${KEYS_AND_FIGURES})
    SELECT ${KEYS_AND_FIGURES} FROM imported_account_days JOIN overlapping USING (account_number)
    ON CONFLICT (account_number, day) DO UPDATE SET
      ${FIGURES.map((figure) => `${figure} = kept.${figure} + EXCLUDED.${figure}`).join(', ')}`;
