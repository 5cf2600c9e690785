import { CODE_FIGURES, FIGURES, UNKNOWN_COMPANY_SQL } from './rollup.ts';

const NAMES = FIGURES.join(', ');
const RAISED = FIGURES.map((figure) => `${figure} = kept.${figure} + added.${figure}`).join(', ');
const ADDED = FIGURES.map((figure) => `added.${figure}`).join(', ');

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
    USING (SELECT * FROM imported_pairs ORDER BY company, account_number) added
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

/** Whose figures in the lists are no longer what the rollups say. */
export const NOTE_CHANGED_SQL = `
    INSERT INTO analytics.changed_accounts (account_number) SELECT account_number FROM imported_accounts;
    INSERT INTO analytics.changed_companies (company) SELECT DISTINCT company FROM imported_company_days`;

/** Accounts and companies are counted from two readings of the ledger: nothing is counted when they differ. */
export const COUNT_ENTRIES_SQL = `
    UPDATE analytics.projected_imports
       SET entries = a.entries
      FROM (SELECT coalesce(sum(entries), 0) AS entries FROM imported_accounts) a
      JOIN (SELECT coalesce(sum(entries), 0) AS entries FROM imported_company_days) c ON a.entries = c.entries
     WHERE import_id = $1`;

/** Entries whose company no file names count for days and accounts, and for no company. */
export const LEAVE_OUT_UNKNOWN_COMPANY_SQL = ['imported_company_days', 'imported_pairs', 'imported_codes']
  .map((table) => `DELETE FROM ${table} WHERE company = ${UNKNOWN_COMPANY_SQL}`)
  .join('; ');
