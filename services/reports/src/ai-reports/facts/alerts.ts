import { REVIEW_OUTCOMES, type ReviewOutcome, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { Period } from '@clearwatch/domain/calendar/period';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type {
  AlertGroup,
  Alerts,
  ReportedAlert,
} from '@clearwatch/domain/report-writing/sections/alert-facts';
import {
  booleanOf,
  dayOf,
  enumOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { centsIn } from './cents-in.ts';
import type { LedgerFacts } from './ledger-facts.ts';
import { memberRefs } from './member-refs.ts';

const MOST = 10;

/** Alerts by the day of their activity, in the states that they have now. */
export async function gatherAlerts(ledger: LedgerFacts, asked: ReportScope): Promise<Alerts> {
  return {
    groups: await groupsOf(ledger, asked.period),
    before: await groupsOf(ledger, asked.previous),
    serious: await seriousOf(ledger, asked.period),
    open: await openOf(ledger),
  };
}

async function groupsOf(ledger: LedgerFacts, { firstDay, lastDay }: Period): Promise<AlertGroup[]> {
  const rows = await ledger.rows(
    `SELECT activity_type, risk_level, reviewed, review_outcome, count(*) AS alerts
       FROM analytics.counted_alerts WHERE activity_date BETWEEN $1 AND $2
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    [firstDay, lastDay],
  );
  return rows.map((row) => ({ ...stateOf(row), alerts: integerOf(row, 'alerts') }));
}

/** What is worked first: open before reviewed, high before medium before low, then the largest amount. */
const SERIOUS_FIRST = `reviewed, (CASE risk_level WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END), amount DESC, id`;

async function seriousOf(ledger: LedgerFacts, { firstDay, lastDay }: Period): Promise<ReportedAlert[]> {
  return notedAlerts(ledger, `activity_date BETWEEN $1 AND $2 ORDER BY ${SERIOUS_FIRST} LIMIT ${MOST}`, [
    firstDay,
    lastDay,
  ]);
}

/** Alerts that a condition (and an order) picks, with the names of their members. */
export async function notedAlerts(
  ledger: LedgerFacts,
  where: string,
  parameters: readonly unknown[],
): Promise<ReportedAlert[]> {
  const rows = await ledger.rows(
    `SELECT id, activity_type, risk_level, reviewed, review_outcome, account_number, amount, activity_date::text AS day
       FROM analytics.counted_alerts WHERE ${where}`,
    parameters,
  );
  const refOf = await memberRefs(
    ledger,
    rows.map((row) => textOf(row, 'account_number')),
  );
  return rows.map((row) => {
    const { name, accountNumber } = refOf(textOf(row, 'account_number'));
    return {
      ...stateOf(row),
      id: integerOf(row, 'id'),
      memberName: name,
      accountNumber,
      amountCents: centsIn(row, 'amount'),
      day: dayOf(row, 'day'),
    };
  });
}

function stateOf(row: Row): Omit<AlertGroup, 'alerts'> {
  return {
    activityType: textOf(row, 'activity_type'),
    riskLevel: enumOf(RISK_LEVELS, row, 'risk_level'),
    reviewed: booleanOf(row, 'reviewed'),
    outcome: nullable(outcomeOf, row, 'review_outcome'),
  };
}

const outcomeOf = (row: Row, column: string): ReviewOutcome => enumOf(REVIEW_OUTCOMES, row, column);

async function openOf(ledger: LedgerFacts): Promise<Alerts['open']> {
  const [row = {}] = await ledger.rows(
    `SELECT count(*) AS alerts, count(*) FILTER (WHERE risk_level = 'high') AS high, min(activity_date)::text AS oldest
       FROM analytics.counted_alerts WHERE NOT reviewed`,
  );
  return {
    alerts: integerOf(row, 'alerts'),
    high: integerOf(row, 'high'),
    oldestDay: nullable(dayOf, row, 'oldest'),
  };
}
