import type { Period } from '@clearwatch/domain/calendar/period';
import { isComparable } from '@clearwatch/domain/report-writing/compared-facts';
import { highValueCustomers as composer } from '@clearwatch/domain/report-writing/types/high-value-customers-report';
import { textOf } from '@clearwatch/service-kit/database/row-readers';
import { notedAlerts } from '../facts/alerts.ts';
import { gatherConcentration } from '../facts/concentration.ts';
import { gatherContributions } from '../facts/contributions.ts';
import { gatherFlows } from '../facts/flows.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { gatherStandings } from '../facts/standings.ts';
import { defineReport } from './define-report.ts';

const MOST_MEMBERS = 10;
const MOST_ALERTS = 8;

export const highValueCustomers = defineReport(composer, async (ledger, asked) => {
  const accounts = await largestOf(ledger, asked.period);
  const former = isComparable(asked) ? await largestOf(ledger, asked.previous) : [];
  return {
    flows: await gatherFlows(ledger, asked),
    contributions: await gatherContributions(ledger, asked),
    concentration: await gatherConcentration(ledger, asked),
    top: await gatherStandings(ledger, asked, accounts),
    former: await gatherStandings(ledger, asked, former),
    alerts: await notedAlerts(
      ledger,
      `account_number = ANY ($1) AND NOT reviewed AND risk_level <> 'low'
       ORDER BY risk_level = 'high' DESC, amount DESC, id LIMIT ${MOST_ALERTS}`,
      [accounts],
    ),
  };
});

async function largestOf(ledger: LedgerFacts, { firstDay, lastDay }: Period): Promise<string[]> {
  const rows = await ledger.rows(
    `SELECT account_number FROM analytics.account_days WHERE day BETWEEN $1 AND $2 AND credit_count > 0
      GROUP BY 1 ORDER BY sum(credits) DESC, account_number LIMIT ${MOST_MEMBERS}`,
    [firstDay, lastDay],
  );
  return rows.map((row) => textOf(row, 'account_number'));
}
