import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import { addDays } from '@clearwatch/domain/calendar/day';
import { REPORTABLE_OUTCOMES, SAR_DAYS } from '@clearwatch/domain/detection/review-outcomes';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import {
  type AlertWorkload,
  WAITING_AGE_DAYS,
  WAITING_AGES,
} from '@clearwatch/domain/report-writing/sections/alert-facts';
import { enumOf, instantOf, integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { localDay } from '@clearwatch/service-kit/time/calendar-day';
import { notedAlerts } from './alerts.ts';
import type { LedgerFacts } from './ledger-facts.ts';

const MOST_REPORTABLE = 10;

export async function gatherCasework(ledger: LedgerFacts, asked: ReportScope): Promise<AlertWorkload> {
  return {
    waiting: await waitingOf(ledger, asked),
    ...(await reportableOf(ledger, asked)),
    daysToReview: await daysToReview(ledger, asked),
  };
}

async function waitingOf(ledger: LedgerFacts, { asOf }: ReportScope): Promise<AlertWorkload['waiting']> {
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
  ledger: LedgerFacts,
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
  const newest = due.slice(0, MOST_REPORTABLE);
  const listed = next === undefined || newest.includes(next) ? newest : [...newest, next];
  const alerts = await notedAlerts(ledger, 'id = ANY ($1)', [listed.map(({ id }) => id)]);
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

async function daysToReview(ledger: LedgerFacts, { period }: ReportScope): Promise<number | null> {
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
