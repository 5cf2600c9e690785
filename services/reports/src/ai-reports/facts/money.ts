import type { Asked } from '@clearwatch/domain/reports/asked';
import type { MoneyData } from '@clearwatch/domain/reports/topics/what-changed';
import { gatherCompanyChanges } from './company-changes.ts';
import { gatherContributions } from './contributions.ts';
import { gatherFlows } from './flows.ts';
import type { LedgerFacts } from './ledger-facts.ts';

/** How money moved and who made it so: what most reports begin with. */
export async function gatherMoney(ledger: LedgerFacts, asked: Asked): Promise<MoneyData> {
  return {
    flows: await gatherFlows(ledger, asked),
    contributions: await gatherContributions(ledger, asked),
    changes: await gatherCompanyChanges(ledger, asked),
  };
}
