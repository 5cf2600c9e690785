import { CREDITS, DEBITS, KIND_COUNTS } from '../../members/counted.sql.ts';

/**
 * Imports of `left_rows`, a table of the transaction that has a line for each row of theirs that left, count what they have
 * still.
 */
export const RECOUNT_PURGED = `
  UPDATE ledger.imports i SET
    purged_count = i.purged_count + gone.rows,
    transaction_count = coalesce(c.entries, 0), member_count = coalesce(c.members, 0),
    duplicate_count = (SELECT count(*) FROM ledger.duplicate_rows d WHERE d.import_id = i.id),
    kept_count = (SELECT count(*) FROM ledger.duplicate_rows d WHERE d.import_id = i.id AND d.kept_as IS NOT NULL),
    zero_dollar_count = coalesce(c.zero_dollar, 0), prenote_count = coalesce(c.prenotes, 0),
    return_count = coalesce(c.returns, 0), notice_count = coalesce(c.notices, 0),
    advice_count = coalesce(c.advices, 0),
    credit_total = coalesce(c.credits, 0), debit_total = coalesce(c.debits, 0)
  FROM (SELECT import_id, count(*) AS rows FROM left_rows GROUP BY 1) gone
  LEFT JOIN (
    SELECT import_id, count(*) AS entries, count(DISTINCT account_number) AS members, ${CREDITS} AS credits,
      ${DEBITS} AS debits, ${KIND_COUNTS}
    FROM ledger.transactions WHERE import_id = ANY (ARRAY(SELECT DISTINCT import_id FROM left_rows)) GROUP BY import_id
  ) c USING (import_id)
  WHERE i.id = gone.import_id`;
