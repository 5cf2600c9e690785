import { achHighValueLending as composer } from '@clearwatch/domain/reports/types/ach-high-value-lending/ach-high-value-lending';
import { gatherFlows } from '../facts/flows.ts';
import { gatherLending } from '../facts/lending.ts';
import { defineReport } from './define-report.ts';

export const achHighValueLending = defineReport(composer, async (ledger, asked) => ({
  flows: await gatherFlows(ledger, asked),
  lending: await gatherLending(ledger, asked),
}));
