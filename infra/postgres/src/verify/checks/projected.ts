import { UNKNOWN_COMPANY } from '@clearwatch/domain/ledger/ledger-row';

/**
 * What the rollups are to hold: the entries of the imports that analytics has added, and what was taken out of the ledger
 * but not yet out of them. Entries without a date are under '-infinity'.
 */
export const PROJECTED = `
  SELECT t.account_number, t.company, coalesce(t.event_date, '-infinity')::date AS day,
         CASE WHEN t.entry_kind = 'money' AND t.transaction_type = 'Credit' THEN t.amount ELSE 0 END AS credits,
         CASE WHEN t.entry_kind = 'money' AND t.transaction_type = 'Debit' THEN t.amount ELSE 0 END AS debits,
         CASE WHEN t.entry_kind = 'money' AND t.transaction_type = 'Credit' THEN 1 ELSE 0 END AS credit_count,
         CASE WHEN t.entry_kind = 'money' AND t.transaction_type = 'Debit' THEN 1 ELSE 0 END AS debit_count,
         1 AS entries
    FROM ledger.transactions t
   WHERE t.import_id IN (SELECT import_id FROM analytics.projected_imports)
  UNION ALL
  SELECT c.account_number, c.company, c.day, c.credits, c.debits, c.credit_count, c.debit_count, c.entries
    FROM ledger.undo_changes c
   WHERE c.import_id IN (SELECT import_id FROM analytics.projected_imports)
     AND c.import_id NOT IN (SELECT import_id FROM analytics.projected_undos)
  UNION ALL
  SELECT c.account_number, c.company, c.day, c.credits, c.debits, c.credit_count, c.debit_count, c.entries
    FROM ledger.purge_changes c WHERE c.purge_id NOT IN (SELECT purge_id FROM analytics.projected_purges)`;

/** What of it the rollups of companies are to hold: an unknown company is none. */
export const PROJECTED_OF_COMPANIES = `SELECT * FROM (${PROJECTED}) AS all_projected WHERE company <> '${UNKNOWN_COMPANY}'`;
