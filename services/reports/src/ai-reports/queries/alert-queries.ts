import { REVIEW_OUTCOMES, RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { addDays } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { REPORTABLE_OUTCOMES, SAR_DAYS } from '@clearwatch/domain/detection/review-outcomes';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import {
  type AlertGroup,
  type Alerts,
  type ReportedAlert,
  WAITING_AGE_DAYS,
  WAITING_AGES,
} from '@clearwatch/domain/report-writing/sections/alert-facts';
import { localDay } from '@clearwatch/service-kit/time/calendar-day';
import { asTemplate, sql } from '../../sql-template.ts';
import { accountsIn, boundsOf, fields, type LedgerReader, memberRefs } from './ledger-facts.ts';

const MAX_SERIOUS_ALERTS = 10;
/** Review order: open alerts before reviewed ones, then by risk, then by amount, largest first. */
export const SERIOUS_FIRST_SQL = sql`reviewed, (CASE risk_level WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END), amount DESC, id`;

const STATE = {
  boolean: ['reviewed'],
  words: { riskLevel: RISK_LEVELS },
  'words?': { outcome: REVIEW_OUTCOMES },
} as const;
const GROUP = fields({ ...STATE, text: ['activityType'], integer: ['alerts'] });
const ALERT = fields({
  ...STATE,
  text: ['activityType', 'accountNumber'],
  integer: ['id'],
  cents: ['amountCents'],
  day: ['day'],
});

/** Alerts by activity date, with their current status. */
export async function queryAlerts(ledger: LedgerReader, { period, previous }: ReportScope): Promise<Alerts> {
  return {
    groups: await groupsOf(ledger, period),
    before: await groupsOf(ledger, previous),
    serious: await queryCitedAlerts(ledger, ...boundsOf(period))`
      activity_date BETWEEN $1 AND $2 ORDER BY ${SERIOUS_FIRST_SQL} LIMIT ${MAX_SERIOUS_ALERTS}`,
    open: await fields({ integer: ['alerts', 'high'], 'day?': ['oldestDay'] }).one(ledger)`
      SELECT count(*) AS alerts, count(*) FILTER (WHERE risk_level = 'high') AS high,
              min(activity_date)::text AS oldest_day
         FROM analytics.counted_alerts WHERE NOT reviewed`,
  };
}

function groupsOf(ledger: LedgerReader, { firstDay, lastDay }: Period): Promise<AlertGroup[]> {
  return GROUP.all(ledger, firstDay, lastDay)`
    SELECT activity_type, risk_level, reviewed, review_outcome AS outcome, count(*) AS alerts
       FROM analytics.counted_alerts WHERE activity_date BETWEEN $1 AND $2
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;
}

/** The template contains a condition and a sort order. */
export const queryCitedAlerts = (ledger: LedgerReader, ...parameters: unknown[]) =>
  asTemplate(async (where): Promise<ReportedAlert[]> => {
    const alerts = await ALERT.all(ledger, ...parameters)`
      SELECT id, activity_type, risk_level, reviewed, review_outcome AS outcome, account_number,
             amount AS amount_cents, activity_date::text AS day
        FROM analytics.counted_alerts WHERE ${where}`;
    const refOf = await memberRefs(ledger, accountsIn(alerts));
    return alerts.map((alert) => ({ ...alert, memberName: refOf(alert.accountNumber).name }));
  });

export function queryOpenAlerts(ledger: LedgerReader, accounts: readonly string[], limit: number) {
  return queryCitedAlerts(ledger, accounts)`
    account_number = ANY ($1) AND NOT reviewed AND risk_level <> 'low'
     ORDER BY risk_level = 'high' DESC, amount DESC, id LIMIT ${limit}`;
}

const MAX_REPORTABLE = 10;
const WAITING = fields({
  words: { age: WAITING_AGES, riskLevel: RISK_LEVELS },
  integer: ['alerts'],
});

export async function queryReviewWork(ledger: LedgerReader, { asOf, period }: ReportScope) {
  const { days } = await fields({ 'text?': ['days'] }).one(ledger, ...boundsOf(period))`
    SELECT (avg(extract(epoch FROM reviewed_at - created_at)) / 86400)::text AS days
       FROM analytics.counted_alerts WHERE reviewed AND activity_date BETWEEN $1 AND $2`;
  return {
    waiting: await WAITING.all(ledger, asOf)`
      SELECT CASE WHEN $1::date - activity_date <= ${WAITING_AGE_DAYS.week} THEN 'week'
                   WHEN $1::date - activity_date <= ${WAITING_AGE_DAYS.month} THEN 'month'
                   WHEN $1::date - activity_date <= ${WAITING_AGE_DAYS.quarter} THEN 'quarter' ELSE 'longer' END AS age,
              risk_level, count(*) AS alerts
         FROM analytics.counted_alerts WHERE NOT reviewed GROUP BY 1, 2 ORDER BY 1, 2`,
    ...(await reportableOf(ledger, asOf)),
    daysToReview: days === null ? null : Number(days),
  };
}

/**
 * Counts all reportable alerts, but lists only the newest and the next one due. Alerts older than that one
 * are overdue.
 */
async function reportableOf(ledger: LedgerReader, asOf: string) {
  const raised = await fields({ integer: ['id'], instant: ['createdAt'] }).all(ledger, REPORTABLE_OUTCOMES)`
    SELECT id, created_at FROM analytics.counted_alerts WHERE review_outcome = ANY ($1)
      ORDER BY created_at DESC, id DESC`;
  const due = raised.map(({ id, createdAt }) => ({
    id,
    dueDay: addDays(localDay(new Date(createdAt)), SAR_DAYS),
  }));
  const next = due.findLast(({ dueDay }) => dueDay >= asOf);
  const newest = due.slice(0, MAX_REPORTABLE);
  const listed = next === undefined ? newest : [...newest, next];
  const alerts = await queryCitedAlerts(
    ledger,
    listed.map(({ id }) => id),
  )`
    id = ANY ($1)`;
  const withAlert = ({ id, dueDay }: (typeof due)[number]) =>
    alerts.filter((alert) => alert.id === id).map((alert) => ({ alert, dueDay }));
  return {
    reportable: newest
      .flatMap(withAlert)
      .toSorted((left, right) => left.dueDay.localeCompare(right.dueDay) || left.alert.id - right.alert.id),
    reportableAlerts: due.length,
    nextReportable: next === undefined ? null : (withAlert(next)[0] ?? null),
    overdueAlerts: due.filter(({ dueDay }) => dueDay < asOf).length,
  };
}
