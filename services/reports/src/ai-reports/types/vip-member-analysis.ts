import { addMonths, isLastDayOfMonth, monthOf, monthsBetween } from '@clearwatch/domain/calendar/day';
import { MAX_USUAL_MONTHS, MIN_USUAL_MONTHS } from '@clearwatch/domain/members/member-baseline';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import {
  vipMemberAnalysis as composer,
  type VipData,
} from '@clearwatch/domain/report-writing/types/vip-member-report';
import { type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { notedAlerts } from '../facts/alerts.ts';
import { centsIn } from '../facts/cents-in.ts';
import { monthlyAverageSql } from '../facts/concentration.ts';
import { gatherFlows } from '../facts/flows.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { listDays } from '../facts/list-days.ts';
import { gatherStandings } from '../facts/standings.ts';
import { defineReport } from './define-report.ts';

const MOST_MEMBERS = 20;
const MOST_ALERTS = 8;
/** One large payment makes nobody a VIP. */
const REGULAR_MONTHS = 6;
/** What came in two months may have come by chance. */
const LEAST_REGULAR_MONTHS = 3;

export const vipMemberAnalysis = defineReport(composer, gather);

async function gather(ledger: LedgerFacts, asked: ReportScope): Promise<VipData> {
  // A ledger of four months has nobody with six.
  const months = monthsBetween(monthOf(asked.firstDay), monthOf(asked.asOf)).length;
  const leastMonths = Math.max(LEAST_REGULAR_MONTHS, Math.min(REGULAR_MONTHS, months));
  const rows = await largestUsualMonths(ledger, asked, leastMonths);
  const [total = {}] = await ledger.rows(
    'SELECT coalesce(sum(credits), 0) AS credits FROM analytics.member_figures',
  );
  const credits = new Map(rows.map((row) => [textOf(row, 'account_number'), centsIn(row, 'credits')]));
  const members = await gatherStandings(ledger, asked, [...credits.keys()]);
  const accounts = members.map(({ member }) => member.accountNumber);
  return {
    flows: await gatherFlows(ledger, asked),
    members,
    leastMonths,
    yearCents: centsIn(total, 'credits'),
    vipYearCents: accounts.reduce((sum, account) => sum + (credits.get(account) ?? 0), 0),
    alerts: await notedAlerts(
      ledger,
      `account_number = ANY ($1) AND NOT reviewed AND risk_level <> 'low'
       ORDER BY risk_level = 'high' DESC, amount DESC, id LIMIT ${MOST_ALERTS}`,
      [accounts],
    ),
  };
}

/**
 * Of all members with credits in so many months of the year, those with the largest usual months, as `ownNormal` gives them; without
 * a usual month yet, the average one. Of the whole months only those that are not empty are read: the empty ones lie behind them
 * in the order from the largest, so the middle of all is known without them.
 */
function largestUsualMonths(ledger: LedgerFacts, asked: ReportScope, leastMonths: number): Promise<Row[]> {
  const { asOf } = asked;
  const lastWhole = isLastDayOfMonth(asOf) ? monthOf(asOf) : addMonths(monthOf(asOf), -1);
  const firstMonth = addMonths(lastWhole, 1 - MAX_USUAL_MONTHS);
  return ledger.rows(
    `WITH monthly AS (
       SELECT account_number, date_trunc('month', day::timestamp)::date AS month, sum(credits) AS credits,
              sum(credit_count) > 0 AS is_credited, min(day) FILTER (WHERE credit_count + debit_count > 0) AS first_day
         FROM analytics.account_days WHERE day BETWEEN $1 AND $2 GROUP BY 1, 2),
     regular AS (
       SELECT account_number, min(first_day) AS first_day FROM monthly
        GROUP BY 1 HAVING count(*) FILTER (WHERE is_credited AND month >= $4) >= $5),
     begun AS (
       -- The month in which a history began is not whole, unless it began on its first day.
       SELECT account_number,
              CASE WHEN first_day = $1 OR EXISTS (
                     SELECT FROM analytics.account_days e WHERE e.account_number = regular.account_number
                        AND e.day < $1 AND e.day > '-infinity' AND e.credit_count + e.debit_count > 0) THEN $1::date
                   ELSE (date_trunc('month', (first_day - 1)::timestamp) + interval '1 month')::date END AS first_whole
         FROM regular),
     whole AS (
       SELECT account_number, (extract(year FROM age($3::date, first_whole)) * 12 + extract(month FROM age($3::date, first_whole)))::integer + 1 AS months,
              array_agg(m.credits ORDER BY m.credits DESC) FILTER (WHERE m.month BETWEEN first_whole AND $3) AS sums
         FROM begun JOIN monthly m USING (account_number) GROUP BY 1, 2)
     SELECT f.account_number, f.credits
       FROM whole JOIN analytics.member_figures f USING (account_number)
      WHERE f.credits > 0
      ORDER BY CASE WHEN months >= ${MIN_USUAL_MONTHS}
                    THEN round((coalesce(sums[(months + 1) / 2], 0) + coalesce(sums[months / 2 + 1], 0)) / 2, 2)
                    ELSE ${monthlyAverageSql('credits', listDays(asked))} END DESC,
               f.credits DESC, f.account_number
      LIMIT ${MOST_MEMBERS}`,
    [
      `${firstMonth}-01`,
      asOf,
      `${lastWhole}-01`,
      `${addMonths(monthOf(asOf), 1 - MAX_USUAL_MONTHS)}-01`,
      leastMonths,
    ],
  );
}
