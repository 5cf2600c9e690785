import { FIGURES } from './rollup.ts';

const NAMES = FIGURES.join(', ');
const SUMS = `coalesce(sum(credit), 0), coalesce(sum(debit), 0), count(credit), count(debit), count(*)`;

/**
 * The import's rows, with what they move as money or nothing, and its accounts: the days that they span, whether any of
 * their days is kept already, and whether one of those lies in the span. A table of one's own knows how large it is, without
 * which the planner expects a handful of rows. The text is made of constants and digits: utility statements take no parameters.
 */
export function copyAsideSql(importId: number): string {
  return `
    CREATE TEMPORARY TABLE imported ON COMMIT DROP AS
    SELECT account_number, coalesce(event_date, '-infinity') AS day,
           CASE WHEN entry_kind = 'money' AND transaction_type = 'Credit' THEN amount END AS credit,
           CASE WHEN entry_kind = 'money' AND transaction_type = 'Debit' THEN amount END AS debit
      FROM ledger.transactions WHERE import_id = ${BigInt(importId)};
    CREATE TEMPORARY TABLE imported_accounts ON COMMIT DROP AS
    SELECT account_number, entries, newest_kept IS NOT NULL AS is_kept,
           CASE WHEN newest_kept < first_day OR newest_kept IS NULL THEN false
                ELSE EXISTS (SELECT FROM analytics.account_days kept WHERE kept.account_number = span.account_number
                                AND kept.day BETWEEN span.first_day AND span.last_day) END AS is_overlapping
      FROM (SELECT account_number, min(day) AS first_day, max(day) AS last_day, count(*) AS entries FROM imported
             GROUP BY 1) span
     CROSS JOIN LATERAL (SELECT max(kept.day) AS newest_kept FROM analytics.account_days kept
                          WHERE kept.account_number = span.account_number) k`;
}

export const COUNT_ACCOUNTS_SQL = `
    UPDATE analytics.ledger_state
       SET accounts = accounts + (SELECT count(*) FROM imported_accounts WHERE NOT is_kept)`;

/**
 * Most files bring new days. Only accounts whose days overlap with what is kept pay for looking each day up; the rows
 * of the others are simply appended, in the order of the key. Hardly any account has two entries on one day: to sort
 * them and count along takes half the time of hashing a group for nearly every entry and sorting the groups.
 */
export const ADD_ACCOUNT_DAYS_SQL = `
    CREATE TEMPORARY TABLE overlapping ON COMMIT DROP AS
    SELECT account_number FROM imported_accounts WHERE is_overlapping;
    ANALYZE overlapping;
    SET LOCAL enable_hashagg = off;
    INSERT INTO analytics.account_days (account_number, day, ${NAMES})
    SELECT account_number, day, ${SUMS}
      FROM imported
     WHERE NOT EXISTS (SELECT FROM overlapping o WHERE o.account_number = imported.account_number)
     GROUP BY 1, 2
     ORDER BY 1, 2;
    INSERT INTO analytics.account_days AS kept (account_number, day, ${NAMES})
    SELECT account_number, day, ${SUMS}
      FROM imported JOIN overlapping USING (account_number)
     GROUP BY 1, 2
    ON CONFLICT (account_number, day) DO UPDATE SET
      ${FIGURES.map((figure) => `${figure} = kept.${figure} + EXCLUDED.${figure}`).join(', ')};
    SET LOCAL enable_hashagg = on`;
