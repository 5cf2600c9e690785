import { CHAIN_BREAKS_SQL } from '@clearwatch/analytics/detection/chain/chain-breaks.sql';
import type { LedgerCheck } from '../ledger-check.ts';

/** Not about money, but about what was said of it: nobody has changed, added or removed an alert beside the program. */
export const alertChain: LedgerCheck = {
  name: 'alert chain',
  holds:
    'Every alert is what it was when it was raised or last changed, and the chain that says so is whole.',
  sql: `
    SELECT concat_ws(', ', 'link ' || position, 'alert ' || alert_id) AS place, problem AS figure, kept, counted
      FROM (${CHAIN_BREAKS_SQL}) AS broken`,
};
