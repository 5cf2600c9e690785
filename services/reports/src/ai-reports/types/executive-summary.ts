import { executiveSummary } from '@clearwatch/domain/reports/types/executive-summary';
import { gatherAlerts } from '../facts/alerts.ts';
import { gatherContributions } from '../facts/contributions.ts';
import { gatherFlows } from '../facts/flows.ts';
import { gatherReturns } from '../facts/returns.ts';
import { defineReport } from './define-report.ts';

export const executiveSummaryReport = defineReport(executiveSummary, async (ledger, asked) => ({
  flows: await gatherFlows(ledger, asked),
  contributions: await gatherContributions(ledger, asked),
  alerts: await gatherAlerts(ledger, asked),
  returns: await gatherReturns(ledger, asked),
}));
