import { UNKNOWN_COMPANY } from '@clearwatch/domain/ledger/ledger-row';

/** Entries that move no money count only in `entries`. Undated entries are under '-infinity', outside all periods. */
export const ROLLUP_SUMS_SQL = `
           coalesce(sum(amount) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit'), 0) AS credits,
           coalesce(sum(amount) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit'), 0) AS debits,
           count(*) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit') AS credit_count,
           count(*) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit') AS debit_count,
           count(*) AS entries`;
export const FIRST_DEBIT_SQL = `min(event_date) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit')`;

/** `international` counts all entries with SEC code IAT. */
export const CODE_FIGURES = ['transactions', 'amount', 'peak', 'international'] as const;
export const CODE_SUMS_SQL = `
           count(*) FILTER (WHERE entry_kind = 'money') AS transactions,
           coalesce(sum(amount) FILTER (WHERE entry_kind = 'money'), 0) AS amount,
           coalesce(max(amount) FILTER (WHERE entry_kind = 'money'), 0) AS peak,
           count(*) FILTER (WHERE class = 'IAT') AS international`;
export const ROLLUP_FIGURES = ['credits', 'debits', 'credit_count', 'debit_count', 'entries'] as const;

/** Excluded from company rollups because it stands for many companies. */
export const UNKNOWN_COMPANY_SQL = `'${UNKNOWN_COMPANY}'`;

const KEYS_AND_FIGURES = `account_number, day, ${ROLLUP_FIGURES.join(', ')}`;
const DAY_SQL = `coalesce(event_date, '-infinity')`;

/** Accounts in an import with their first day, last day and number of entries. */
export const accountSpansSql = (importId: number): string => `
    (SELECT account_number, min(${DAY_SQL}), max(${DAY_SQL}), count(*)::integer
       FROM ledger.transactions WHERE import_id = ${BigInt(importId)} GROUP BY 1)`;

/** Few accounts have two entries on one day, so sorting takes half as long as hashing. */
export const accountDaysSql = (importId: number): string => `
    (SELECT account_number, day, coalesce(sum(credit), 0), coalesce(sum(debit), 0), count(credit)::integer, count(debit)::integer,
            count(*)::integer
       FROM (SELECT account_number, ${DAY_SQL} AS day,
                    CASE WHEN entry_kind = 'money' AND transaction_type = 'Credit' THEN amount END AS credit,
                    CASE WHEN entry_kind = 'money' AND transaction_type = 'Debit' THEN amount END AS debit
               FROM ledger.transactions WHERE import_id = ${BigInt(importId)}) moved
      GROUP BY 1, 2 ORDER BY 1, 2)`;

/** The new rows have no statistics yet, so the planner expects only a few. */
export const PREFER_HASH_SQL = 'SET LOCAL enable_sort = off; SET LOCAL enable_hashagg = on';
export const PREFER_SORT_SQL = 'SET LOCAL enable_sort = on; SET LOCAL enable_hashagg = off';

export const IMPORTED_SPANS = 'imported_spans (account_number, first_day, last_day, entries)';
export const CREATE_IMPORTED_SPANS_SQL = `
    CREATE TEMPORARY TABLE imported_spans (account_number text, first_day date, last_day date, entries integer) ON COMMIT DROP`;

/**
 * `is_kept`: the rollup already contains days of the account. `is_overlapping`: some of these days are between the first and last days of
 * the import.
 */
export const CREATE_IMPORTED_ACCOUNTS_SQL = `
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

export const ANY_OVERLAPPING_SQL = 'SELECT FROM imported_accounts WHERE is_overlapping LIMIT 1';

export const ACCOUNT_DAYS = `analytics.account_days (${KEYS_AND_FIGURES})`;
export const IMPORTED_ACCOUNT_DAYS = `imported_account_days (${KEYS_AND_FIGURES})`;
export const CREATE_IMPORTED_ACCOUNT_DAYS_SQL = `
    CREATE TEMPORARY TABLE imported_account_days ON COMMIT DROP AS
    SELECT ${KEYS_AND_FIGURES} FROM analytics.account_days WITH NO DATA`;

/** Looks up individual days only for accounts with overlapping days. */
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
      ${ROLLUP_FIGURES.map((figure) => `${figure} = kept.${figure} + EXCLUDED.${figure}`).join(', ')}`;

const FIGURE_NAMES = ROLLUP_FIGURES.join(', ');
const ADD_FIGURES = ROLLUP_FIGURES.map((figure) => `${figure} = kept.${figure} + added.${figure}`).join(', ');
const ADDED_FIGURES = ROLLUP_FIGURES.map((figure) => `added.${figure}`).join(', ');

/** MERGE is safe because `ledger_state` is locked. It looks up each key once, while ON CONFLICT would do so twice. */
const ADD_COMPANY_DAYS_SQL = `
    MERGE INTO analytics.company_days kept
    USING (SELECT * FROM imported_company_days ORDER BY company, day) added
       ON kept.company = added.company AND kept.day = added.day
     WHEN MATCHED THEN UPDATE SET ${ADD_FIGURES}
     WHEN NOT MATCHED THEN INSERT (company, day, ${FIGURE_NAMES}) VALUES (added.company, added.day, ${ADDED_FIGURES})`;

export const ADD_DAYS_SQL = `
    MERGE INTO analytics.ledger_days kept
    USING (SELECT day, ${ROLLUP_FIGURES.map((figure) => `sum(${figure}) AS ${figure}`).join(', ')}
             FROM imported_company_days GROUP BY 1) added
       ON kept.day = added.day
     WHEN MATCHED THEN UPDATE SET ${ADD_FIGURES}
     WHEN NOT MATCHED THEN INSERT (day, ${FIGURE_NAMES}) VALUES (added.day, ${ADDED_FIGURES})`;

const ADD_COMPANY_ACCOUNTS_SQL = `
    MERGE INTO analytics.company_accounts kept
    USING (SELECT * FROM imported_pairs ORDER BY company, account_number) added
       ON kept.company = added.company AND kept.account_number = added.account_number
     WHEN MATCHED THEN UPDATE SET
          first_day   = least(kept.first_day, added.first_day),
          last_day    = greatest(kept.last_day, added.last_day),
          first_debit = least(kept.first_debit, added.first_debit), ${ADD_FIGURES}
     WHEN NOT MATCHED THEN INSERT (company, account_number, first_day, last_day, first_debit, ${FIGURE_NAMES})
          VALUES (added.company, added.account_number, added.first_day, added.last_day, added.first_debit, ${ADDED_FIGURES})`;

const ADD_COMPANY_DAY_CODES_SQL = `
    MERGE INTO analytics.company_day_codes kept
    USING (SELECT * FROM imported_codes ORDER BY company, day, transaction_code, transaction_type) added
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

const MARK_IMPORTED_CHANGED_SQL = `
    INSERT INTO analytics.changed_accounts (account_number) SELECT account_number FROM imported_accounts;
    INSERT INTO analytics.changed_companies (company) SELECT DISTINCT company FROM imported_company_days`;

/** Updates nothing if the two reads of the ledger, for accounts and for companies, differ. */
export const COUNT_ENTRIES_SQL = `
    UPDATE analytics.projected_imports
       SET entries = a.entries
      FROM (SELECT coalesce(sum(entries), 0) AS entries FROM imported_accounts) a
      JOIN (SELECT coalesce(sum(entries), 0) AS entries FROM imported_company_days) c ON a.entries = c.entries
     WHERE import_id = $1`;

/** Entries without a company count only for days and accounts. */
const EXCLUDE_UNKNOWN_COMPANY_SQL = ['imported_company_days', 'imported_pairs', 'imported_codes']
  .map((table) => `DELETE FROM ${table} WHERE company = ${UNKNOWN_COMPANY_SQL}`)
  .join('; ');

export const FIND_NEW_NAMES_SQL = `
    SELECT DISTINCT company FROM imported_company_days
     WHERE NOT EXISTS (SELECT FROM analytics.company_names n WHERE n.company = imported_company_days.company)`;

export const ADD_NAMES_SQL = `
    INSERT INTO analytics.company_names (company, company_key, changed_in)
    SELECT company, company_key, 0 FROM unnest($1::text[], $2::text[]) AS k (company, company_key)`;

/** @param source table with the companies that gained or lost entries in this version of the ledger */
export const markChangedNamesSql = (source: string): string => `
    UPDATE analytics.company_names SET changed_in = ledger_state.version
      FROM analytics.ledger_state WHERE company IN (SELECT company FROM ${source})`;

/** Updates accounts that have an earlier first day. Few companies have several names, so these are looked up one by one. */
const ADD_COMPANY_ACCOUNTS_AND_FIRST_USES_SQL = `
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

export const COMPANY_SUMS = ['imported_pairs', 'imported_codes'] as const;

export const CREATE_COMPANY_SUMS_SQL = `
    CREATE TEMPORARY TABLE imported_pairs (company text, account_number text, first_day date, last_day date,
      first_debit date, credits numeric, debits numeric, credit_count integer, debit_count integer, entries integer)
      ON COMMIT DROP;
    CREATE TEMPORARY TABLE imported_codes (company text, day date, transaction_code text, transaction_type text,
      transactions integer, amount numeric, peak numeric, international integer, entries integer) ON COMMIT DROP`;

export const sumCompaniesSql = (importId: number): string => `
    ${PREFER_HASH_SQL};
    INSERT INTO imported_pairs
    SELECT company, account_number, min(event_date), max(event_date), ${FIRST_DEBIT_SQL}, ${ROLLUP_SUMS_SQL}
      FROM ledger.transactions WHERE import_id = ${BigInt(importId)} GROUP BY 1, 2;
    INSERT INTO imported_codes
    SELECT company, coalesce(event_date, '-infinity'), transaction_code, transaction_type::text, ${CODE_SUMS_SQL}, count(*)
      FROM ledger.transactions WHERE import_id = ${BigInt(importId)} GROUP BY 1, 2, 3, 4`;

/** PostgreSQL does not analyze temporary tables automatically. */
export const SUM_COMPANY_DAYS_SQL = `
    ANALYZE imported_pairs (company, account_number);
    ANALYZE imported_codes (company, day);
    CREATE TEMPORARY TABLE imported_company_days ON COMMIT DROP AS
    SELECT company, day,
           coalesce(sum(amount) FILTER (WHERE transaction_type = 'Credit'), 0) AS credits,
           coalesce(sum(amount) FILTER (WHERE transaction_type = 'Debit'), 0) AS debits,
           coalesce(sum(transactions) FILTER (WHERE transaction_type = 'Credit'), 0) AS credit_count,
           coalesce(sum(transactions) FILTER (WHERE transaction_type = 'Debit'), 0) AS debit_count,
           sum(entries) AS entries
      FROM imported_codes
     GROUP BY 1, 2;
    ANALYZE imported_company_days (company, day)`;

export const ADD_COMPANIES_SQL = {
  days: [EXCLUDE_UNKNOWN_COMPANY_SQL, ADD_COMPANY_DAYS_SQL],
  accounts: [
    markChangedNamesSql('imported_company_days'),
    ADD_COMPANY_ACCOUNTS_AND_FIRST_USES_SQL,
    ADD_COMPANY_DAY_CODES_SQL,
    MARK_IMPORTED_CHANGED_SQL,
  ],
} as const;
