import { HASH_SQL } from './account-days.sql.ts';
import { CODE_SUMS, FIRST_DEBIT, SUMS } from './rollup.ts';

/** Tables of what an import adds to the rollups of companies. */
export const COMPANY_SUMS = ['imported_pairs', 'imported_codes'] as const;

export const MAKE_COMPANY_SUMS_SQL = `
    CREATE TEMPORARY TABLE imported_pairs (company text, account_number text, first_day date, last_day date,
      first_debit date, credits numeric, debits numeric, credit_count integer, debit_count integer, entries integer)
      ON COMMIT DROP;
    CREATE TEMPORARY TABLE imported_codes (company text, day date, transaction_code text, transaction_type text,
      transactions integer, amount numeric, peak numeric, international integer, entries integer) ON COMMIT DROP`;

export const sumCompaniesSql = (importId: number): string => `
    ${HASH_SQL};
    INSERT INTO imported_pairs
    SELECT company, account_number, min(event_date), max(event_date), ${FIRST_DEBIT}, ${SUMS}
      FROM ledger.transactions WHERE import_id = ${BigInt(importId)} GROUP BY 1, 2;
    INSERT INTO imported_codes
    SELECT company, coalesce(event_date, '-infinity'), transaction_code, transaction_type::text, ${CODE_SUMS}, count(*)
      FROM ledger.transactions WHERE import_id = ${BigInt(importId)} GROUP BY 1, 2, 3, 4`;

/** Companies by day, from companies by day and code. Nobody analyses temporary tables by himself. */
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
