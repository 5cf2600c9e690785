import { achHighValueLending as composer } from '@clearwatch/domain/report-writing/types/ach-high-value-lending-report';
import { gatherFlows } from '../facts/flows.ts';
import { gatherLending } from '../facts/lending.ts';
import { defineReport } from './define-report.ts';

export const achHighValueLending = defineReport(composer, async (ledger, asked) => ({
  flows: await gatherFlows(ledger, asked),
  lending: await gatherLending(ledger, asked),
}));
