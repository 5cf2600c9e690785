/**
 * The rollups that count money per key and day. Entries that move no money (prenotes, zero-dollar, notifications of
 * change) and returns are only counted in `entries`. Dateless entries go under '-infinity': no period contains it.
 *
 * Every statement's text is made of constants and of the import's id, which is digits: utility statements take no
 * parameters.
 */
export const SUMS = `
           coalesce(sum(amount) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit'), 0) AS credits,
           coalesce(sum(amount) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit'), 0) AS debits,
           count(*) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit') AS credit_count,
           count(*) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit') AS debit_count,
           count(*) AS entries`;
/** Of money only: the first day on which the account was debited. */
export const FIRST_DEBIT = `min(event_date) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit')`;

/** Money by code, its largest amount, and how many entries of any kind are of class IAT. */
export const CODE_FIGURES = ['transactions', 'amount', 'peak', 'international'] as const;
export const CODE_SUMS = `
           count(*) FILTER (WHERE entry_kind = 'money') AS transactions,
           coalesce(sum(amount) FILTER (WHERE entry_kind = 'money'), 0) AS amount,
           coalesce(max(amount) FILTER (WHERE entry_kind = 'money'), 0) AS peak,
           count(*) FILTER (WHERE class = 'IAT') AS international`;
export const FIGURES = ['credits', 'debits', 'credit_count', 'debit_count', 'entries'] as const;
const NAMES = FIGURES.join(', ');
const RAISED = FIGURES.map((figure) => `${figure} = kept.${figure} + added.${figure}`).join(', ');
const ADDED = FIGURES.map((figure) => `added.${figure}`).join(', ');

/**
 * The import's rows as they are, and what several rollups ask of them, each summed once: the first and last day of its
 * accounts, companies by day and code, companies by day. Tables of one's own can be made by several processes side by
 * side and be analysed, without which the planner expects a handful of rows and sorts a million where counting them in
 * place is enough.
 */
export function copyAsideSql(importId: number): string {
  return `
    CREATE TEMPORARY TABLE imported ON COMMIT DROP AS
    SELECT account_number, company, event_date, coalesce(event_date, '-infinity') AS day, amount, entry_kind,
           transaction_type, transaction_code, class
      FROM ledger.transactions WHERE import_id = ${BigInt(importId)};
    ANALYZE imported;
    CREATE TEMPORARY TABLE imported_accounts ON COMMIT DROP AS
    SELECT account_number, min(day) AS first_day, max(day) AS last_day FROM imported GROUP BY 1;
    ANALYZE imported_accounts;
    CREATE TEMPORARY TABLE imported_codes ON COMMIT DROP AS
    SELECT company, day, transaction_code, transaction_type, ${CODE_SUMS}, count(*) AS entries
      FROM imported
     GROUP BY 1, 2, 3, 4;
    CREATE TEMPORARY TABLE imported_company_days ON COMMIT DROP AS
    SELECT company, day,
           coalesce(sum(amount) FILTER (WHERE transaction_type = 'Credit'), 0) AS credits,
           coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit'), 0) AS debits,
           coalesce(sum(transactions) FILTER (WHERE transaction_type = 'Credit'), 0) AS credit_count,
           coalesce(sum(transactions) FILTER (WHERE transaction_type = 'Debit'), 0) AS debit_count,
           sum(entries) AS entries
      FROM imported_codes
     GROUP BY 1, 2`;
}

/**
 * Most files bring new days. Only accounts whose days overlap with what is kept pay for looking each day up; the rows
 * of the others are simply appended, in the order of the key. Hardly any account has two entries on one day: to sort
 * them and count along takes half the time of hashing a group for nearly every entry and sorting the groups.
 */
export const ADD_ACCOUNT_DAYS_SQL = `
    CREATE TEMPORARY TABLE overlapping ON COMMIT DROP AS
    SELECT account_number
      FROM imported_accounts span
     WHERE EXISTS (SELECT FROM analytics.account_days kept
                    WHERE kept.account_number = span.account_number
                      AND kept.day BETWEEN span.first_day AND span.last_day);
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

/**
 * Here and below: nobody else adds at the same time (`ledger_state`), and MERGE looks a key up once where ON CONFLICT
 * does twice.
 */
export const ADD_COMPANY_DAYS_SQL = `
    MERGE INTO analytics.company_days kept
    USING (SELECT * FROM imported_company_days ORDER BY company, day) added
       ON kept.company = added.company AND kept.day = added.day
     WHEN MATCHED THEN UPDATE SET ${RAISED}
     WHEN NOT MATCHED THEN INSERT (company, day, ${NAMES}) VALUES (added.company, added.day, ${ADDED})`;

export const ADD_LEDGER_DAYS_SQL = `
    MERGE INTO analytics.ledger_days kept
    USING (SELECT day, ${FIGURES.map((figure) => `sum(${figure}) AS ${figure}`).join(', ')}
             FROM imported_company_days GROUP BY 1) added
       ON kept.day = added.day
     WHEN MATCHED THEN UPDATE SET ${RAISED}
     WHEN NOT MATCHED THEN INSERT (day, ${NAMES}) VALUES (added.day, ${ADDED})`;

/** Which accounts met which company, when, and what went between them. */
export const ADD_COMPANY_ACCOUNTS_SQL = `
    MERGE INTO analytics.company_accounts kept
    USING (SELECT company, account_number, min(event_date) AS first_day, max(event_date) AS last_day,
                  ${FIRST_DEBIT} AS first_debit, ${SUMS}
             FROM imported
            GROUP BY 1, 2
            ORDER BY 1, 2) added
       ON kept.company = added.company AND kept.account_number = added.account_number
     WHEN MATCHED THEN UPDATE SET
          first_day   = least(kept.first_day, added.first_day),
          last_day    = greatest(kept.last_day, added.last_day),
          first_debit = least(kept.first_debit, added.first_debit), ${RAISED}
     WHEN NOT MATCHED THEN INSERT (company, account_number, first_day, last_day, first_debit, ${NAMES})
          VALUES (added.company, added.account_number, added.first_day, added.last_day, added.first_debit, ${ADDED})`;

/** By which codes a company moves money, and the largest amount of each day. */
export const ADD_COMPANY_DAY_CODES_SQL = `
    MERGE INTO analytics.company_day_codes kept
    USING (SELECT company, day, transaction_code, transaction_type::text, ${CODE_FIGURES.join(', ')}
             FROM imported_codes
            ORDER BY 1, 2, 3, 4) added
       ON kept.company = added.company AND kept.day = added.day AND kept.transaction_code = added.transaction_code
          AND kept.transaction_type = added.transaction_type
     WHEN MATCHED THEN UPDATE SET
          transactions  = kept.transactions + added.transactions,
          amount        = kept.amount + added.amount,
          peak          = greatest(kept.peak, added.peak),
          international = kept.international + added.international
     WHEN NOT MATCHED THEN INSERT (company, day, transaction_code, transaction_type, ${CODE_FIGURES.join(', ')})
          VALUES (added.company, added.day, added.transaction_code, added.transaction_type,
                  ${CODE_FIGURES.map((figure) => `added.${figure}`).join(', ')})`;

/** Whose figures in the lists are no longer what the rollups say. */
export const NOTE_CHANGED_SQL = `
    INSERT INTO analytics.changed_accounts (account_number) SELECT account_number FROM imported_accounts;
    INSERT INTO analytics.changed_companies (company) SELECT DISTINCT company FROM imported_company_days`;

export const COUNT_ENTRIES_SQL = `
    UPDATE analytics.projected_imports
       SET entries = (SELECT coalesce(sum(entries), 0) FROM imported_company_days)
     WHERE import_id = $1`;
