import { addMonths } from '@clearwatch/domain/calendar/day';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { Flows } from '@clearwatch/domain/report-writing/sections/money-flow-sections';
import {
  type MonthActivity,
  type OutlierMonth,
  outlierMonths,
  trendAnalysis,
  wholeMonths,
} from '@clearwatch/domain/report-writing/types/trend-analysis-report';
import { integerOf, textOf } from '@clearwatch/service-kit/database/row-readers';
import { centsIn } from '../facts/cents-in.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { gatherMoney } from '../facts/money.ts';
import { defineReport } from './define-report.ts';

/** Of each direction: a year with more of them has no usual month. */
const MOST_OUTSTANDING = 2;
const MOST_COMPANIES = 5;

export const trendAnalysisReport = defineReport(trendAnalysis, async (ledger, asked) => {
  const money = await gatherMoney(ledger, asked);
  const { flows } = money;
  return {
    ...money,
    activity: await activityOf(ledger, flows, asked),
    outstanding: [
      ...(await outstandingOf(ledger, { flows, asked, direction: 'credits' })),
      ...(await outstandingOf(ledger, { flows, asked, direction: 'debits' })),
    ],
  };
});

async function activityOf(
  ledger: LedgerFacts,
  { months }: Flows,
  { period }: ReportScope,
): Promise<MonthActivity[]> {
  const first = months[0];
  if (first === undefined) return [];
  const range = [`${first.month}-01`, period.lastDay];
  const active = await ledger.rows(
    `SELECT to_char(day, 'YYYY-MM') AS month, count(DISTINCT account_number) AS accounts
       FROM analytics.account_days WHERE day BETWEEN $1 AND $2 AND credit_count + debit_count > 0 GROUP BY 1`,
    range,
  );
  const alerts = await ledger.rows(
    `SELECT to_char(activity_date, 'YYYY-MM') AS month, count(*) AS alerts,
            count(*) FILTER (WHERE risk_level = 'high') AS high
       FROM analytics.counted_alerts WHERE activity_date BETWEEN $1 AND $2 GROUP BY 1`,
    range,
  );
  return months.map(({ month }) => {
    const accounts = active.find((row) => textOf(row, 'month') === month);
    const raised = alerts.find((row) => textOf(row, 'month') === month);
    return {
      month,
      activeAccounts: accounts === undefined ? 0 : integerOf(accounts, 'accounts'),
      alerts: raised === undefined ? 0 : integerOf(raised, 'alerts'),
      highAlerts: raised === undefined ? 0 : integerOf(raised, 'high'),
    };
  });
}

async function outstandingOf(
  ledger: LedgerFacts,
  { flows, asked, direction }: { flows: Flows; asked: ReportScope; direction: OutlierMonth['direction'] },
): Promise<OutlierMonth[]> {
  const whole = wholeMonths(flows.months, asked);
  const found = outlierMonths(whole, direction).slice(0, MOST_OUTSTANDING);
  const [first, last] = [whole[0], whole.at(-1)];
  if (first === undefined || last === undefined) return [];
  const months: OutlierMonth[] = [];
  for (const { month } of found) {
    const rows = await ledger.rows(
      `SELECT company, own, round(others / $4, 2) AS usual
         FROM (SELECT company, coalesce(sum(${direction}) FILTER (WHERE to_char(day, 'YYYY-MM') = $1), 0) AS own,
                      coalesce(sum(${direction}) FILTER (WHERE to_char(day, 'YYYY-MM') <> $1), 0) AS others
                 FROM analytics.company_days WHERE day >= $2 AND day < $3 GROUP BY 1) AS sums
        ORDER BY abs(own - others / $4) DESC, company LIMIT ${MOST_COMPANIES}`,
      [month, `${first.month}-01`, `${addMonths(last.month, 1)}-01`, whole.length - 1],
    );
    months.push({
      month,
      direction,
      companies: rows.map((row) => ({
        company: textOf(row, 'company'),
        cents: centsIn(row, 'own'),
        usualCents: centsIn(row, 'usual'),
      })),
    });
  }
  return months;
}
