const FIGURES = ['credits', 'debits', 'credit_count', 'debit_count', 'entries'] as const;
const SUMMED = FIGURES.map((figure) => `sum(${figure}) AS ${figure}`).join(', ');

/** What leaves, as a table of this transaction: it can be analysed, and ingest may clear its own one day. */
export const COPY_CHANGES_SQL = `
  CREATE TEMPORARY TABLE leaving ON COMMIT DROP AS
  SELECT account_number, company, day, ${FIGURES.join(', ')} FROM ledger.undo_changes WHERE import_id = $1`;

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

/** First and last days cannot be subtracted. */
export const FORGET_COMPANY_ACCOUNTS_SQL = `
  DELETE FROM analytics.company_accounts kept
   USING (SELECT DISTINCT company, account_number FROM leaving) gone
   WHERE kept.company = gone.company AND kept.account_number = gone.account_number`;

/** An import that is stored and not yet in the rollups brings its own entries when its turn comes. */
export const RECOUNT_COMPANY_ACCOUNTS_SQL = `
  INSERT INTO analytics.company_accounts (company, account_number, first_day, last_day, entries)
  SELECT t.company, t.account_number, min(t.event_date), max(t.event_date), count(*)
    FROM (SELECT DISTINCT company, account_number FROM leaving) touched
    JOIN ledger.transactions t USING (account_number, company)
   WHERE EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = t.import_id)
   GROUP BY 1, 2`;
