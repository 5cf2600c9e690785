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
const ADDED = FIGURES.map((figure) => `${figure} = kept.${figure} + EXCLUDED.${figure}`).join(', ');

/**
 * The import's rows, once summed per account and day, once per company, day and code, and once as they are: tables of one's own can be made by several
 * processes side by side and be analysed, without which the planner expects a handful of rows and sorts a million
 * where counting them in place is enough.
 */
export function copyAsideSql(importId: number): string {
  const ofTheImport = `FROM ledger.transactions WHERE import_id = ${BigInt(importId)}`;
  return `
    CREATE TEMPORARY TABLE imported_days ON COMMIT DROP AS
    SELECT account_number, coalesce(event_date, '-infinity') AS day, ${SUMS}
      ${ofTheImport}
     GROUP BY 1, 2
     ORDER BY 1, 2;
    CREATE TEMPORARY TABLE imported ON COMMIT DROP AS
    SELECT account_number, company, event_date, coalesce(event_date, '-infinity') AS day, amount, entry_kind,
           transaction_type, transaction_code, class
      ${ofTheImport};
    CREATE TEMPORARY TABLE imported_codes ON COMMIT DROP AS
    SELECT company, day, transaction_code, transaction_type::text, ${CODE_SUMS}, count(*) AS entries
      FROM imported
     GROUP BY 1, 2, 3, 4;
    ANALYZE imported_days;
    ANALYZE imported_codes;
    ANALYZE imported`;
}

/**
 * Most files bring new days. Only accounts whose days overlap with what is kept pay for looking each day up; the rows
 * of the others, which lie in the order of the key, are simply appended.
 */
export const ADD_ACCOUNT_DAYS_SQL = `
    CREATE TEMPORARY TABLE overlapping ON COMMIT DROP AS
    SELECT account_number
      FROM (SELECT account_number, min(day) AS first_day, max(day) AS last_day FROM imported_days GROUP BY 1) span
     WHERE EXISTS (SELECT FROM analytics.account_days kept
                    WHERE kept.account_number = span.account_number
                      AND kept.day BETWEEN span.first_day AND span.last_day);
    ANALYZE overlapping;
    INSERT INTO analytics.account_days (account_number, day, ${FIGURES.join(', ')})
    SELECT account_number, day, ${FIGURES.join(', ')}
      FROM imported_days
     WHERE NOT EXISTS (SELECT FROM overlapping o WHERE o.account_number = imported_days.account_number);
    INSERT INTO analytics.account_days AS kept (account_number, day, ${FIGURES.join(', ')})
    SELECT account_number, day, ${FIGURES.join(', ')}
      FROM imported_days JOIN overlapping USING (account_number)
    ON CONFLICT (account_number, day) DO UPDATE SET ${ADDED}`;

export const ADD_COMPANY_DAYS_SQL = `
    INSERT INTO analytics.company_days AS kept (company, day, ${FIGURES.join(', ')})
    SELECT company, day,
           coalesce(sum(amount) FILTER (WHERE transaction_type = 'Credit'), 0),
           coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit'), 0),
           coalesce(sum(transactions) FILTER (WHERE transaction_type = 'Credit'), 0),
           coalesce(sum(transactions) FILTER (WHERE transaction_type = 'Debit'), 0), sum(entries)
      FROM imported_codes
     GROUP BY 1, 2
    ON CONFLICT (company, day) DO UPDATE SET ${ADDED}`;

export const ADD_LEDGER_DAYS_SQL = `
    INSERT INTO analytics.ledger_days AS kept (day, ${FIGURES.join(', ')})
    SELECT day, ${FIGURES.map((figure) => `sum(${figure})`).join(', ')}
      FROM imported_days
     GROUP BY 1
    ON CONFLICT (day) DO UPDATE SET ${ADDED}`;

/** Which accounts met which company, when, and what went between them. */
export const ADD_COMPANY_ACCOUNTS_SQL = `
    INSERT INTO analytics.company_accounts AS kept (company, account_number, first_day, last_day, first_debit,
      ${FIGURES.join(', ')})
    SELECT company, account_number, min(event_date), max(event_date), ${FIRST_DEBIT}, ${SUMS}
      FROM imported
     GROUP BY 1, 2
    ON CONFLICT (company, account_number) DO UPDATE SET
      first_day   = least(kept.first_day, EXCLUDED.first_day),
      last_day    = greatest(kept.last_day, EXCLUDED.last_day),
      first_debit = least(kept.first_debit, EXCLUDED.first_debit), ${ADDED}`;

/** By which codes a company moves money, and the largest amount of each day. */
export const ADD_COMPANY_DAY_CODES_SQL = `
    INSERT INTO analytics.company_day_codes AS kept (company, day, transaction_code, transaction_type, ${CODE_FIGURES.join(', ')})
    SELECT company, day, transaction_code, transaction_type, ${CODE_FIGURES.join(', ')}
      FROM imported_codes
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (company, day, transaction_code, transaction_type) DO UPDATE SET
      transactions  = kept.transactions + EXCLUDED.transactions,
      amount        = kept.amount + EXCLUDED.amount,
      peak          = greatest(kept.peak, EXCLUDED.peak),
      international = kept.international + EXCLUDED.international`;

/** Whose figures in the lists are no longer what the rollups say. */
export const NOTE_CHANGED_SQL = `
    INSERT INTO analytics.changed_accounts (account_number) SELECT DISTINCT account_number FROM imported_days;
    INSERT INTO analytics.changed_companies (company) SELECT DISTINCT company FROM imported`;
