import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import { MIN_AFFECTED_MEMBERS } from '@clearwatch/domain/report-writing/sections/what-changed-section';
import {
  type RankedPartner,
  type RankedPayer,
  strategicRecommendations,
} from '@clearwatch/domain/report-writing/types/strategic-recommendations-report';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { gatherAlerts } from '../facts/alerts.ts';
import { gatherCasework } from '../facts/casework.ts';
import { centsIn } from '../facts/cents-in.ts';
import { gatherConcentration } from '../facts/concentration.ts';
import type { LedgerFacts } from '../facts/ledger-facts.ts';
import { gatherMembership } from '../facts/membership.ts';
import { gatherMoney } from '../facts/money.ts';
import { gatherReturns } from '../facts/returns.ts';
import { defineReport } from './define-report.ts';

const MOST_PAYERS = 5;
/** Public payers are among the best by score and are nobody's partners: more than are shown. */
const MOST_PARTNERS = 12;
/** A score that the list of companies shows in green or blue. */
const LEAST_SCORE = 60;

export const strategicRecommendationsReport = defineReport(
  strategicRecommendations,
  async (ledger, asked) => ({
    ...(await gatherMoney(ledger, asked)),
    alerts: await gatherAlerts(ledger, asked),
    casework: await gatherCasework(ledger, asked),
    returns: await gatherReturns(ledger, asked),
    membership: await gatherMembership(ledger, asked),
    concentration: await gatherConcentration(ledger, asked),
    payers: (await payersOf(ledger, asked, `ORDER BY d.paid DESC, f.company LIMIT ${MOST_PAYERS}`)).map(
      toPayer,
    ),
    partners: await partnersOf(ledger, asked),
  }),
);

async function partnersOf(ledger: LedgerFacts, asked: ReportScope): Promise<RankedPartner[]> {
  const rows = await payersOf(
    ledger,
    asked,
    `WHERE f.risk = 0 AND f.score >= ${LEAST_SCORE} AND f.members >= ${MIN_AFFECTED_MEMBERS}
      ORDER BY f.score DESC, d.paid DESC, f.company LIMIT ${MOST_PARTNERS}`,
  );
  return rows.map((row) => ({ ...toPayer(row), score: integerOf(row, 'score') }));
}

async function payersOf(ledger: LedgerFacts, { period }: ReportScope, which: string): Promise<Row[]> {
  return ledger.rows(
    `SELECT f.company, f.members, f.score, d.paid
       FROM analytics.company_figures f
       JOIN (SELECT company, sum(credits) AS paid FROM analytics.company_days
              WHERE day BETWEEN $1 AND $2 GROUP BY 1 HAVING sum(credits) > 0) d USING (company) ${which}`,
    [period.firstDay, period.lastDay],
  );
}

function toPayer(row: Row): RankedPayer {
  return {
    company: textOf(row, 'company'),
    cents: centsIn(row, 'paid'),
    members: integerOf(row, 'members'),
  };
}
