import { addDays } from '@clearwatch/domain/calendar/day';
import { MODERATE_DAYS, RECENT_DAYS } from '@clearwatch/domain/members/member-bands';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import {
  type CompleteMemberData,
  completeMemberIntelligence as composer,
} from '@clearwatch/domain/report-writing/types/complete-member-intelligence-report';
import { integerOf, textOf } from '@clearwatch/service-kit/database/row-readers';
import { centsIn } from '../facts/cents-in.ts';
import { gatherConcentration } from '../facts/concentration.ts';
import { gatherFlows } from '../facts/flows.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { gatherMemberRisk } from '../facts/member-risk.ts';
import { gatherMembership } from '../facts/membership.ts';
import { gatherTransfers } from '../facts/transfers.ts';
import { defineReport } from './define-report.ts';

const MOST_PAYERS = 8;

export const completeMemberIntelligence = defineReport(composer, async (ledger, asked) => ({
  flows: await gatherFlows(ledger, asked),
  membership: await gatherMembership(ledger, asked),
  activity: await activityOf(ledger, asked),
  concentration: await gatherConcentration(ledger, asked),
  payers: await payersOf(ledger, asked),
  risk: await gatherMemberRisk(ledger, asked),
  transfers: await gatherTransfers(ledger, asked),
}));

/** As `activityBand` of the domain: who has no dated entry is old. */
async function activityOf(
  ledger: LedgerFacts,
  { asOf }: ReportScope,
): Promise<CompleteMemberData['activity']> {
  const [row = {}] = await ledger.rows(
    `SELECT count(*) FILTER (WHERE last_day >= $1) AS recent,
            count(*) FILTER (WHERE last_day < $1 AND last_day >= $2) AS moderate,
            count(*) FILTER (WHERE last_day < $2) AS old
       FROM analytics.member_figures`,
    [addDays(asOf, -RECENT_DAYS), addDays(asOf, -MODERATE_DAYS)],
  );
  return {
    recent: integerOf(row, 'recent'),
    moderate: integerOf(row, 'moderate'),
    old: integerOf(row, 'old'),
  };
}

async function payersOf(
  ledger: LedgerFacts,
  { period, previous }: ReportScope,
): Promise<CompleteMemberData['payers']> {
  const rows = await ledger.rows(
    `SELECT paying.*, (SELECT count(*) FROM analytics.company_accounts a
                        WHERE a.company = paying.company AND a.credit_count > 0) AS members
       FROM (SELECT company, coalesce(sum(credits) FILTER (WHERE day >= $1), 0) AS now,
                    coalesce(sum(credits) FILTER (WHERE day < $1), 0) AS before
               FROM analytics.company_days WHERE day BETWEEN $3 AND $2 GROUP BY 1) paying
      WHERE now > 0 ORDER BY now DESC, company LIMIT ${MOST_PAYERS}`,
    [period.firstDay, period.lastDay, previous.firstDay],
  );
  return rows.map((row) => ({
    company: textOf(row, 'company'),
    nowCents: centsIn(row, 'now'),
    beforeCents: centsIn(row, 'before'),
    members: integerOf(row, 'members'),
  }));
}
