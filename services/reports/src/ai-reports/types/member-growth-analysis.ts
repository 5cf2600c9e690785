import { memberGrowthAnalysis as composer } from '@clearwatch/domain/report-writing/types/member-growth-report';
import { gatherFlows } from '../facts/flows.ts';
import { gatherMembership } from '../facts/membership.ts';
import { defineReport } from './define-report.ts';

export const memberGrowthAnalysis = defineReport(composer, async (ledger, asked) => ({
  flows: await gatherFlows(ledger, asked),
  membership: await gatherMembership(ledger, asked),
}));
