import { memberRiskAnalysis as composer } from '@clearwatch/domain/reports/types/member-risk-analysis/member-risk-analysis';
import { gatherFlows } from '../facts/flows.ts';
import { gatherMemberRisk } from '../facts/member-risk.ts';
import { defineReport } from './define-report.ts';

export const memberRiskAnalysis = defineReport(composer, async (ledger, asked) => ({
  flows: await gatherFlows(ledger, asked),
  risk: await gatherMemberRisk(ledger, asked),
}));
