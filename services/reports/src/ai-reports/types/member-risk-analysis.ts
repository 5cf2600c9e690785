import { memberRiskAnalysis as composer } from '@clearwatch/domain/report-writing/types/member-risk-report';
import { gatherFlows } from '../facts/flows.ts';
import { gatherMemberRisk } from '../facts/member-risk.ts';
import { defineReport } from './define-report.ts';

export const memberRiskAnalysis = defineReport(composer, async (ledger, asked) => ({
  flows: await gatherFlows(ledger, asked),
  risk: await gatherMemberRisk(ledger, asked),
}));
