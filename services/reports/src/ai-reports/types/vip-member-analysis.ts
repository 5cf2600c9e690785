import { addMonths, monthOf, monthsFrom } from '@clearwatch/domain/calendar/month';
import { MOST_MONTHS } from '@clearwatch/domain/members/own-normal';
import { type Cents } from '@clearwatch/domain/money/cents';
import type { Asked } from '@clearwatch/domain/reports/asked';
import type { Standing } from '@clearwatch/domain/reports/topics/members/standing';
import type { VipData } from '@clearwatch/domain/reports/types/vip-member-analysis/vip-data';
import { vipMemberAnalysis as composer } from '@clearwatch/domain/reports/types/vip-member-analysis/vip-member-analysis';
import { textOf } from '@clearwatch/service-kit/database/row';
import { notedAlerts } from '../facts/alerts.ts';
import { centsIn } from '../facts/cents-in.ts';
import { gatherFlows } from '../facts/flows.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { gatherStandings } from '../facts/standings.ts';
import { defineReport } from './define-report.ts';

const MOST_MEMBERS = 20;
/** Regular members of whom the largest by their usual month are taken: the year’s sum has large single amounts in it. */
const CANDIDATES = 60;
const MOST_ALERTS = 8;
/** The largest are looked at until enough of them are regular; one large payment makes nobody a VIP. */
const LOOKED_AT = 500;
const REGULAR_MONTHS = 6;
/** What came in two months may have come by chance. */
const LEAST_REGULAR_MONTHS = 3;

export const vipMemberAnalysis = defineReport(composer, gather);

async function gather(ledger: LedgerFacts, asked: Asked): Promise<VipData> {
  const first = addMonths(monthOf(asked.asOf), 1 - MOST_MONTHS);
  // A ledger of four months has nobody with six.
  const months = monthsFrom(monthOf(asked.firstDay), monthOf(asked.asOf)).length;
  const leastMonths = Math.max(LEAST_REGULAR_MONTHS, Math.min(REGULAR_MONTHS, months));
  const rows = await ledger.rows(
    `SELECT largest.account_number, largest.credits
       FROM (SELECT account_number, credits FROM analytics.member_figures WHERE credits > 0
              ORDER BY credits DESC, account_number LIMIT ${LOOKED_AT}) largest
       JOIN analytics.account_days d USING (account_number)
      WHERE d.day BETWEEN $1 AND $2 AND d.credit_count > 0
      GROUP BY 1, 2 HAVING count(DISTINCT to_char(d.day, 'YYYY-MM')) >= $3
      ORDER BY largest.credits DESC, largest.account_number LIMIT ${CANDIDATES}`,
    [`${first}-01`, asked.asOf, leastMonths],
  );
  const [total = {}] = await ledger.rows(
    'SELECT coalesce(sum(credits), 0) AS credits FROM analytics.member_figures',
  );
  const credits = new Map(rows.map((row) => [textOf(row, 'account_number'), centsIn(row, 'credits')]));
  const members = (await gatherStandings(ledger, asked, [...credits.keys()]))
    .toSorted((left, right) => usualOf(right) - usualOf(left))
    .slice(0, MOST_MEMBERS);
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

/** Without a usual month yet, the average one. */
const usualOf = ({ normal, incomeCents }: Standing): Cents => normal?.creditCents ?? incomeCents;
