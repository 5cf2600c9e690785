import { compared, type LedgerCheck } from '../ledger-check.ts';
import { ENTRY_SUMS } from './entry-sums.ts';

/** Every account that has entries has one member, with the sums of these entries. */
export const members: LedgerCheck = {
  name: 'members',
  holds: 'Every account has one member, whose totals, count and last activity are those of its entries.',
  sql: compared({
    place: `'account ' || account_number`,
    keys: ['account_number'],
    kept: `
      SELECT account_number, count(*) AS members, sum(transaction_count) AS entries,
             sum(total_credits)::numeric(24,2) AS credits, sum(total_debits)::numeric(24,2) AS debits,
             max(last_activity_date) AS last_activity
        FROM ledger.members GROUP BY account_number`,
    counted: `
      SELECT account_number, 1::bigint AS members, ${ENTRY_SUMS}, max(event_date) AS last_activity
        FROM ledger.transactions GROUP BY account_number`,
    figures: {
      members: 'members',
      entries: 'entries',
      credits: 'credits',
      debits: 'debits',
      'last activity': 'last_activity',
    },
  }),
};
