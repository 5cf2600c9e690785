import { addMonths } from '@clearwatch/domain/calendar/day';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { Flows } from '@clearwatch/domain/report-writing/sections/money-flow-sections';
import { MIN_AFFECTED_MEMBERS } from '@clearwatch/domain/report-writing/sections/what-changed-section';
import { externalTransfersAnalysis as composer } from '@clearwatch/domain/report-writing/types/external-transfers-report';
import { executiveSummary, strategicRecommendations } from '@clearwatch/domain/report-writing/types/management-reports';
import {
  type OutlierMonth,
  outlierMonths,
  trendAnalysis,
  wholeMonths,
} from '@clearwatch/domain/report-writing/types/trend-analysis-report';
import { type Sql, sql } from '../../sql-template.ts';
import { queryAlerts, queryCitedAlerts, queryReviewWork } from '../queries/alert-queries.ts';
import { boundsOf, defineReport, fields, type LedgerReader } from '../queries/ledger-facts.ts';
import { queryConcentration, queryMembership } from '../queries/member-queries.ts';
import { queryFlows, queryMoney, queryReturns } from '../queries/money-flow-queries.ts';
import { queryTransfers } from '../queries/transfer-queries.ts';

export const executiveSummaryReport = defineReport(executiveSummary, async (ledger, scope) => ({
  ...(await queryMoney(ledger, scope)),
  alerts: await queryAlerts(ledger, scope),
  returns: await queryReturns(ledger, scope),
}));

const MAX_TRANSFER_ALERTS = 8;

export const externalTransfersReport = defineReport(composer, async (ledger, scope) => {
  const transfers = await queryTransfers(ledger, scope);
  return {
    flows: await queryFlows(ledger, scope),
    transfers,
    alerts: await queryCitedAlerts(
      ledger,
      ...boundsOf(scope.period),
      transfers.companies.map(({ company }) => company),
    )`
      risk_level = 'high' AND activity_date BETWEEN $1 AND $2
         AND id IN (SELECT alert_id FROM analytics.alert_companies WHERE company = ANY ($3))
       ORDER BY reviewed, amount DESC, id LIMIT ${MAX_TRANSFER_ALERTS}`,
  };
});

const MAX_PAYERS = 5;
/** More than the report shows, because public payers have high scores but cannot be partners. */
const MAX_PARTNERS = 12;
/** The lowest score that the company list shows in green or blue. */
const MIN_PARTNER_SCORE = 60;

export const strategicRecommendationsReport = defineReport(strategicRecommendations, async (ledger, scope) => ({
  ...(await queryMoney(ledger, scope)),
  alerts: await queryAlerts(ledger, scope),
  casework: await queryReviewWork(ledger, scope),
  returns: await queryReturns(ledger, scope),
  membership: await queryMembership(ledger, scope),
  concentration: await queryConcentration(ledger, scope),
  payers: await payersOf(ledger, scope, sql`ORDER BY d.cents DESC, f.company LIMIT ${MAX_PAYERS}`),
  partners: await payersOf(
    ledger,
    scope,
    sql`WHERE f.risk = 0 AND f.score >= ${MIN_PARTNER_SCORE} AND f.members >= ${MIN_AFFECTED_MEMBERS}
        ORDER BY f.score DESC, d.cents DESC, f.company LIMIT ${MAX_PARTNERS}`,
  ),
}));

function payersOf(ledger: LedgerReader, { period }: ReportScope, which: Sql) {
  const columns = fields({ text: ['company'], integer: ['members', 'score'], cents: ['cents'] });
  return columns.all(ledger, ...boundsOf(period))`
    SELECT f.company, f.members, f.score, d.cents
       FROM analytics.company_figures f
       JOIN (SELECT company, sum(credits) AS cents FROM analytics.company_days
              WHERE day BETWEEN $1 AND $2 GROUP BY 1 HAVING sum(credits) > 0) d USING (company) ${which}`;
}

/** Maximum per direction. A year with more outlier months has no usual month. */
const MAX_OUTSTANDING_MONTHS = 2;
const MAX_COMPANIES = 5;

export const trendAnalysisReport = defineReport(trendAnalysis, async (ledger, scope) => {
  const money = await queryMoney(ledger, scope);
  const { flows } = money;
  return {
    ...money,
    activity: await activityOf(ledger, flows, scope),
    outlierMonths: await outstandingOf(ledger, flows, scope),
  };
});

async function activityOf(ledger: LedgerReader, { months }: Flows, { period }: ReportScope) {
  const first = months[0];
  if (first === undefined) return [];
  const range = [`${first.month}-01`, period.lastDay];
  const active = await fields({ text: ['month'], integer: ['activeAccounts'] }).all(ledger, ...range)`
    SELECT to_char(day, 'YYYY-MM') AS month, count(DISTINCT account_number) AS active_accounts
       FROM analytics.account_days WHERE day BETWEEN $1 AND $2 AND credit_count + debit_count > 0 GROUP BY 1`;
  const alerts = await fields({ text: ['month'], integer: ['alerts', 'highAlerts'] }).all(ledger, ...range)`
    SELECT to_char(activity_date, 'YYYY-MM') AS month, count(*) AS alerts,
            count(*) FILTER (WHERE risk_level = 'high') AS high_alerts
       FROM analytics.counted_alerts WHERE activity_date BETWEEN $1 AND $2 GROUP BY 1`;
  return months.map(({ month }) => ({
    activeAccounts: 0,
    alerts: 0,
    highAlerts: 0,
    ...active.find((row) => row.month === month),
    ...alerts.find((row) => row.month === month),
    month,
  }));
}

async function outstandingOf(ledger: LedgerReader, flows: Flows, scope: ReportScope) {
  const whole = wholeMonths(flows.months, scope);
  const [first, last] = [whole[0], whole.at(-1)];
  if (first === undefined || last === undefined) return [];
  const found = (['credits', 'debits'] as const).flatMap((direction) =>
    outlierMonths(whole, direction)
      .slice(0, MAX_OUTSTANDING_MONTHS)
      .map(({ month }) => ({ month, direction })),
  );
  const end = `${addMonths(last.month, 1)}-01`;
  const columns = fields({ text: ['company'], cents: ['cents', 'usualCents'] });
  const months: OutlierMonth[] = [];
  for (const { month, direction } of found) {
    const companies = await columns.all(ledger, month, `${first.month}-01`, end, whole.length - 1)`
      SELECT company, own AS cents, round(others / $4, 2) AS usual_cents
         FROM (SELECT company, coalesce(sum(${direction}) FILTER (WHERE to_char(day, 'YYYY-MM') = $1), 0) AS own,
                      coalesce(sum(${direction}) FILTER (WHERE to_char(day, 'YYYY-MM') <> $1), 0) AS others
                 FROM analytics.company_days WHERE day >= $2 AND day < $3 GROUP BY 1) AS sums
        ORDER BY abs(own - others / $4) DESC, company LIMIT ${MAX_COMPANIES}`;
    months.push({ month, direction, companies });
  }
  return months;
}
