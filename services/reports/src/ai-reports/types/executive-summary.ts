import { executiveSummary } from '@clearwatch/domain/report-writing/types/executive-summary-report';
import { gatherAlerts } from '../facts/alerts.ts';
import { gatherMoney } from '../facts/money.ts';
import { gatherReturns } from '../facts/returns.ts';
import { defineReport } from './define-report.ts';

export const executiveSummaryReport = defineReport(executiveSummary, async (ledger, asked) => ({
  ...(await gatherMoney(ledger, asked)),
  alerts: await gatherAlerts(ledger, asked),
  returns: await gatherReturns(ledger, asked),
}));
