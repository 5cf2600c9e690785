import { isHeld } from '@clearwatch/contracts/retention';

/** So many entries leave in one transaction: about a second, in which no import may store. */
export const MOST_AT_ONCE = 20_000;

/** What an entry's age is counted from; an entry without any date is as old as its row. Utility statements take no parameters. */
const isPast = (firstKeptDay: string) =>
  `(t.event_date < '${firstKeptDay}' OR (t.event_date IS NULL AND t.created_at < '${firstKeptDay}'))`;

/** Imports that have entries past their time; what is on its way into the figures or out of the ledger waits. */
export const findImportsSql = (firstKeptDay: string) => `
  SELECT id FROM ledger.imports
   WHERE state = 'stored' AND id IN (SELECT t.import_id FROM ledger.transactions t WHERE ${isPast(firstKeptDay)})
     AND id IN (SELECT import_id FROM analytics.projected_imports)
   ORDER BY id`;

/** An undo that is asked for meanwhile waits for the end of the purge, and finds that it is too late. */
export const HOLD_IMPORTS = `
  SELECT id FROM ledger.imports WHERE id = ANY ($1::bigint[]) AND state = 'stored' ORDER BY id FOR NO KEY UPDATE`;

/**
 * What leaves: past its time, of an account that nobody holds, and in the evidence of no alert that is kept. Of the rest the
 * purge of another day decides.
 */
export const findLeavingSql = (importIds: readonly number[], firstKeptDay: string) => `
  CREATE TEMPORARY TABLE leaving ON COMMIT DROP AS
  SELECT t.id, t.account_number, t.import_id FROM ledger.transactions t
   WHERE t.import_id = ANY ('{${importIds.map(BigInt).join(',')}}') AND ${isPast(firstKeptDay)}
     AND NOT ${isHeld('t.account_number')}
     AND NOT EXISTS (SELECT FROM analytics.evidence_entries e WHERE e.transaction_id = t.id)
   ORDER BY t.id LIMIT ${MOST_AT_ONCE};
  ANALYZE leaving`;
