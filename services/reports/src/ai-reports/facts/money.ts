import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { MoneyData } from '@clearwatch/domain/report-writing/sections/what-changed-section';
import { gatherCompanyChanges } from './company-changes.ts';
import { gatherContributions } from './contributions.ts';
import { gatherFlows } from './flows.ts';
import type { LedgerFacts } from './ledger-facts.ts';

/** How money moved and who made it so: what most reports begin with. */
export async function gatherMoney(ledger: LedgerFacts, asked: ReportScope): Promise<MoneyData> {
  return {
    flows: await gatherFlows(ledger, asked),
    contributions: await gatherContributions(ledger, asked),
    changes: await gatherCompanyChanges(ledger, asked),
  };
}
