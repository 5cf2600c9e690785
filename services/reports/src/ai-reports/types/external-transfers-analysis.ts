import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import {
  externalTransfersAnalysis as composer,
  type ExternalTransfersData,
} from '@clearwatch/domain/report-writing/types/external-transfers-report';
import { notedAlerts } from '../facts/alerts.ts';
import { gatherFlows } from '../facts/flows.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { gatherTransfers } from '../facts/transfers.ts';
import { defineReport } from './define-report.ts';

const MOST_ALERTS = 8;

export const externalTransfersAnalysis = defineReport(composer, gather);

async function gather(ledger: LedgerFacts, asked: ReportScope): Promise<ExternalTransfersData> {
  const transfers = await gatherTransfers(ledger, asked);
  return {
    flows: await gatherFlows(ledger, asked),
    transfers,
    alerts: await notedAlerts(
      ledger,
      `risk_level = 'high' AND activity_date BETWEEN $1 AND $2
         AND id IN (SELECT alert_id FROM analytics.alert_companies WHERE company = ANY ($3))
       ORDER BY reviewed, amount DESC, id LIMIT ${MOST_ALERTS}`,
      [asked.period.firstDay, asked.period.lastDay, transfers.companies.map(({ company }) => company)],
    ),
  };
}
