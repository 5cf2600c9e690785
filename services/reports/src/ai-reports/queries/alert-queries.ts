import { REVIEW_OUTCOMES, type ReviewOutcome, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { addDays } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { REPORTABLE_OUTCOMES, SAR_DAYS } from '@clearwatch/domain/detection/review-outcomes';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import {
  type AlertGroup,
  type Alerts,
  type AlertWorkload,
  type ReportedAlert,
  WAITING_AGE_DAYS,
  WAITING_AGES,
} from '@clearwatch/domain/report-writing/sections/alert-facts';
import {
  booleanOf,
  dayOf,
  enumOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { localDay } from '@clearwatch/service-kit/time/calendar-day';
import { centsIn, type LedgerReader, memberRefs } from './ledger-facts.ts';

const MAX_SERIOUS_ALERTS = 10;

/** Alerts by the day of their activity, in the states that they have now. */
export async function queryAlerts(ledger: LedgerReader, scope: ReportScope): Promise<Alerts> {
  return {
    groups: await groupsOf(ledger, scope.period),
    before: await groupsOf(ledger, scope.previous),
    serious: await seriousOf(ledger, scope.period),
    open: await openOf(ledger),
  };
}

async function groupsOf(ledger: LedgerReader, { firstDay, lastDay }: Period): Promise<AlertGroup[]> {
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

async function seriousOf(ledger: LedgerReader, { firstDay, lastDay }: Period): Promise<ReportedAlert[]> {
  return queryCitedAlerts(
    ledger,
    `activity_date BETWEEN $1 AND $2 ORDER BY ${SERIOUS_FIRST} LIMIT ${MAX_SERIOUS_ALERTS}`,
    [firstDay, lastDay],
  );
}

/** Alerts that a condition (and an order) picks, with the names of their members. */
export async function queryCitedAlerts(
  ledger: LedgerReader,
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

async function openOf(ledger: LedgerReader): Promise<Alerts['open']> {
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

const MAX_REPORTABLE = 10;

export async function queryReviewWork(ledger: LedgerReader, scope: ReportScope): Promise<AlertWorkload> {
  return {
    waiting: await waitingOf(ledger, scope),
    ...(await reportableOf(ledger, scope)),
    daysToReview: await daysToReview(ledger, scope),
  };
}

async function waitingOf(ledger: LedgerReader, { asOf }: ReportScope): Promise<AlertWorkload['waiting']> {
  const rows = await ledger.rows(
    `SELECT CASE WHEN $1::date - activity_date <= ${WAITING_AGE_DAYS.week} THEN 'week'
                 WHEN $1::date - activity_date <= ${WAITING_AGE_DAYS.month} THEN 'month'
                 WHEN $1::date - activity_date <= ${WAITING_AGE_DAYS.quarter} THEN 'quarter' ELSE 'longer' END AS age,
            risk_level, count(*) AS alerts
       FROM analytics.counted_alerts WHERE NOT reviewed GROUP BY 1, 2 ORDER BY 1, 2`,
    [asOf],
  );
  return rows.map((row) => ({
    age: enumOf(WAITING_AGES, row, 'age'),
    riskLevel: enumOf(RISK_LEVELS, row, 'risk_level'),
    alerts: integerOf(row, 'alerts'),
  }));
}

/** All are counted. The newest are listed, and the one due next: what was detected long ago has been decided or is late. */
async function reportableOf(
  ledger: LedgerReader,
  { asOf }: ReportScope,
): Promise<Pick<AlertWorkload, 'reportable' | 'reportableAlerts' | 'nextReportable' | 'overdueAlerts'>> {
  const outcomes = REPORTABLE_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ');
  const rows = await ledger.rows(
    `SELECT id, created_at FROM analytics.counted_alerts WHERE review_outcome IN (${outcomes})
      ORDER BY created_at DESC, id DESC`,
  );
  const due = rows.map((row) => ({
    id: integerOf(row, 'id'),
    dueDay: addDays(localDay(new Date(instantOf(row, 'created_at'))), SAR_DAYS),
  }));
  const next = due.findLast(({ dueDay }) => dueDay >= asOf);
  const newest = due.slice(0, MAX_REPORTABLE);
  const listed = next === undefined || newest.includes(next) ? newest : [...newest, next];
  const alerts = await queryCitedAlerts(ledger, 'id = ANY ($1)', [listed.map(({ id }) => id)]);
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  const told = ({ id, dueDay }: (typeof due)[number]) => {
    const alert = byId.get(id);
    return alert === undefined ? [] : [{ alert, dueDay }];
  };
  return {
    reportable: newest
      .flatMap(told)
      .toSorted((left, right) => left.dueDay.localeCompare(right.dueDay) || left.alert.id - right.alert.id),
    reportableAlerts: due.length,
    nextReportable: next === undefined ? null : (told(next)[0] ?? null),
    overdueAlerts: due.filter(({ dueDay }) => dueDay < asOf).length,
  };
}

async function daysToReview(ledger: LedgerReader, { period }: ReportScope): Promise<number | null> {
  const [row] = await ledger.rows(
    `SELECT avg(extract(epoch FROM reviewed_at - created_at)) / 86400 AS days
       FROM analytics.counted_alerts WHERE reviewed AND activity_date BETWEEN $1 AND $2`,
    [period.firstDay, period.lastDay],
  );
  return row === undefined ? null : daysOf(row);
}

function daysOf({ days }: Row): number | null {
  const number = typeof days === 'string' ? Number(days) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}
