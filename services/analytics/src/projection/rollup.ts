/**
 * The rollups that count money per key and day. Entries that move no money (prenotes, zero-dollar, notifications of
 * change) and returns are only counted in `entries`. Dateless entries go under '-infinity': no period contains it.
 *
 * Rows are written in the order of their keys, and the tables always in the same order, so that two imports which
 * touch the same rows wait for each other instead of blocking each other for good.
 */
export interface Rollup {
  table: string;
  /** Key columns in front of the day. */
  key: readonly string[];
}

export const ROLLUPS: readonly Rollup[] = [
  { table: 'analytics.account_days', key: ['account_number'] },
  { table: 'analytics.company_days', key: ['company'] },
  { table: 'analytics.ledger_days', key: [] },
];

/**
 * The import's rows, copied aside once: every rollup reads them, and a table of one's own can be analysed, without
 * which the planner expects a handful of rows and sorts a million where counting them in place is enough.
 */
export function copyAsideSql(importId: number): string {
  // Utility statements take no parameters; an id is digits whatever happens.
  const id = BigInt(importId).toString();
  return `
    CREATE TEMPORARY TABLE imported ON COMMIT DROP AS
    SELECT account_number, company, event_date, coalesce(event_date, '-infinity') AS day, amount,
           entry_kind = 'money' AND transaction_type = 'Credit' AS is_credit,
           entry_kind = 'money' AND transaction_type = 'Debit'  AS is_debit
      FROM ledger.transactions
     WHERE import_id = ${id};
    ANALYZE imported`;
}

/** Adds the rows copied aside. Every part of the text is a constant of this file. */
export function addToRollupSql({ table, key }: Rollup): string {
  const keys = [...key, 'day'].join(', ');
  return `
    INSERT INTO ${table} AS kept (${keys}, credits, debits, credit_count, debit_count, entries)
    SELECT ${keys},
           coalesce(sum(amount) FILTER (WHERE is_credit), 0),
           coalesce(sum(amount) FILTER (WHERE is_debit), 0),
           count(*) FILTER (WHERE is_credit),
           count(*) FILTER (WHERE is_debit),
           count(*)
      FROM imported
     GROUP BY ${keys}
     ORDER BY ${keys}
    ON CONFLICT (${keys}) DO UPDATE SET
      credits      = kept.credits + EXCLUDED.credits,
      debits       = kept.debits + EXCLUDED.debits,
      credit_count = kept.credit_count + EXCLUDED.credit_count,
      debit_count  = kept.debit_count + EXCLUDED.debit_count,
      entries      = kept.entries + EXCLUDED.entries`;
}

/** Which accounts met which company, and when; the raw material of "how many members use this company". */
export const ADD_COMPANY_ACCOUNTS_SQL = `
    INSERT INTO analytics.company_accounts AS kept (company, account_number, first_day, last_day, entries)
    SELECT company, account_number, min(event_date), max(event_date), count(*)
      FROM imported
     GROUP BY 1, 2
     ORDER BY 1, 2
    ON CONFLICT (company, account_number) DO UPDATE SET
      first_day = least(kept.first_day, EXCLUDED.first_day),
      last_day  = greatest(kept.last_day, EXCLUDED.last_day),
      entries   = kept.entries + EXCLUDED.entries`;
