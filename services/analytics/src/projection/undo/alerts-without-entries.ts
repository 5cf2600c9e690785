import type { EntityManager } from 'typeorm';

/** Whether the ledger holds an entry equal to the one that completed alert `a`: the same file may have come again. */
const EQUAL_ENTRY = `EXISTS (
  SELECT FROM jsonb_array_elements(a.evidence -> 'entries') AS shown
   CROSS JOIN LATERAL (
     SELECT FROM ledger.transactions t
      WHERE t.account_number = shown ->> 'accountNumber' AND t.event_date = (shown ->> 'day')::date
        AND t.amount = (shown ->> 'amount')::numeric AND t.transaction_type::text = shown ->> 'transactionType'
        AND t.company = shown ->> 'company' LIMIT 1) equal
   WHERE shown ->> 'transactionId' = a.transaction_id::text)`;

/**
 * Marks alerts whose entry the ledger does not hold any more; those of them that are decided stay and count nowhere. Each entry
 * is looked up by itself: for many alerts PostgreSQL would rather read the whole ledger.
 */
export async function noteAlertsWithoutEntries(manager: EntityManager): Promise<void> {
  await manager.query(`
    UPDATE analytics.unusual_activities SET entries_gone = true
     WHERE id IN (
       SELECT a.id FROM analytics.unusual_activities a
         LEFT JOIN LATERAL (SELECT t.id FROM ledger.transactions t WHERE t.id = a.transaction_id OFFSET 0) t ON true
        WHERE NOT a.entries_gone AND t.id IS NULL AND NOT ${EQUAL_ENTRY})`);
}

/** Marked alerts count again when an import has brought their entry once more. */
export async function noteAlertsWithEntriesAgain(manager: EntityManager): Promise<void> {
  await manager.query(
    `UPDATE analytics.unusual_activities a SET entries_gone = false WHERE a.entries_gone AND ${EQUAL_ENTRY}`,
  );
}
