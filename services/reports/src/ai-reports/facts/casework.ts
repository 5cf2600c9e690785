import { RISK_LEVELS } from '@clearwatch/contracts/fraud/risk-level';
import { REPORTABLE_OUTCOMES, sarDueDay } from '@clearwatch/domain/fraud/sar-due-day';
import type { Asked } from '@clearwatch/domain/reports/asked';
import { AGE_DAYS, AGES, type Casework } from '@clearwatch/domain/reports/topics/casework';
import { oneOf } from '@clearwatch/service-kit/database/one-of';
import { instantOf, integerOf, type Row } from '@clearwatch/service-kit/database/row';
import { localDay } from '@clearwatch/service-kit/time/local-day';
import { notedAlerts } from './alerts.ts';
import type { LedgerFacts } from './ledger-facts.ts';

const MOST_REPORTABLE = 10;

export async function gatherCasework(ledger: LedgerFacts, asked: Asked): Promise<Casework> {
  return {
    waiting: await waitingOf(ledger, asked),
    ...(await reportableOf(ledger)),
    daysToReview: await daysToReview(ledger, asked),
  };
}

async function waitingOf(ledger: LedgerFacts, { asOf }: Asked): Promise<Casework['waiting']> {
  const rows = await ledger.rows(
    `SELECT CASE WHEN $1::date - activity_date <= ${AGE_DAYS.week} THEN 'week'
                 WHEN $1::date - activity_date <= ${AGE_DAYS.month} THEN 'month'
                 WHEN $1::date - activity_date <= ${AGE_DAYS.quarter} THEN 'quarter' ELSE 'longer' END AS age,
            risk_level, count(*) AS alerts
       FROM analytics.counted_alerts WHERE NOT reviewed GROUP BY 1, 2 ORDER BY 1, 2`,
    [asOf],
  );
  return rows.map((row) => ({
    age: oneOf(AGES, row, 'age'),
    riskLevel: oneOf(RISK_LEVELS, row, 'risk_level'),
    alerts: integerOf(row, 'alerts'),
  }));
}

/** The newest of them: what was detected long ago has been decided, or is late whatever a report says. */
async function reportableOf(ledger: LedgerFacts): Promise<Pick<Casework, 'reportable' | 'reportableAlerts'>> {
  const outcomes = REPORTABLE_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ');
  const rows = await ledger.rows(
    `SELECT id, created_at, count(*) OVER () AS found FROM analytics.counted_alerts WHERE review_outcome IN (${outcomes})
      ORDER BY created_at DESC, id DESC LIMIT ${MOST_REPORTABLE}`,
  );
  const raised = new Map(rows.map((row) => [integerOf(row, 'id'), instantOf(row, 'created_at')]));
  const alerts = await notedAlerts(ledger, 'id = ANY ($1)', [[...raised.keys()]]);
  const reportable = alerts
    .flatMap((alert) => {
      const detectedOn = localDay(new Date(raised.get(alert.id) ?? ''));
      const dueDay = sarDueDay({ outcome: alert.outcome, detectedOn });
      return dueDay === null ? [] : [{ alert, dueDay }];
    })
    .toSorted((left, right) => left.dueDay.localeCompare(right.dueDay) || left.alert.id - right.alert.id);
  return { reportable, reportableAlerts: rows[0] === undefined ? 0 : integerOf(rows[0], 'found') };
}

async function daysToReview(ledger: LedgerFacts, { period }: Asked): Promise<number | null> {
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
