import type { LedgerCheck } from '../ledger-check.ts';

const IS_THERE = (column: string) => `EXISTS (SELECT FROM ledger.transactions t WHERE t.id = r.${column})`;

/** `entry_returns` has no foreign keys; it follows from the entries alone. */
export const returns: LedgerCheck = {
  name: 'returns',
  holds:
    'Every return and notice is listed once, of an entry in the ledger; so are the originals they speak of.',
  sql: `
    SELECT 'entry ' || t.id AS place, 'return' AS figure, NULL::text AS kept, 'listed' AS counted
      FROM ledger.transactions t
     WHERE t.entry_kind IN ('return', 'notification_of_change')
       AND NOT EXISTS (SELECT FROM ledger.entry_returns r WHERE r.return_id = t.id)
    UNION ALL
    SELECT 'entry ' || r.return_id, 'return', 'listed', NULL FROM ledger.entry_returns r WHERE NOT ${IS_THERE('return_id')}
    UNION ALL
    SELECT 'entry ' || r.return_id, 'original', 'entry ' || r.original_id, NULL FROM ledger.entry_returns r
     WHERE r.original_id IS NOT NULL AND NOT ${IS_THERE('original_id')}`,
};
