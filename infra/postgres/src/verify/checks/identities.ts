import type { LedgerCheck } from '../ledger-check.ts';

/** The unique index says so already, as long as it is whole. */
export const identities: LedgerCheck = {
  name: 'identities',
  holds: 'No two entries have the same identity.',
  sql: `
    SELECT 'identity ' || transaction_hash AS place, 'entries' AS figure, count(*)::text AS kept, '1' AS counted
      FROM ledger.transactions GROUP BY transaction_hash HAVING count(*) > 1`,
};
