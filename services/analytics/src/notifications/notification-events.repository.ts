import type {
  Notification,
  NotificationKind,
  NotificationOutcome,
  NotificationSettings,
} from '@clearwatch/contracts/notifications.dto';
import { type Day, epochDay } from '@clearwatch/domain/calendar/day';
import { REPORTABLE_OUTCOMES, sarDueDay } from '@clearwatch/domain/detection/review-outcomes';
import {
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { localDay } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Something that happened and may concern somebody. Found as often as anybody looks, told once. */
export interface NotificationEvent {
  /** Together with the subject what makes two of them the same. */
  source: NotificationKind;
  subject: string;
  /** Whom alone it concerns; null: everybody. */
  onlyFor: number | null;
  /** Who did it himself and need not be told; null: nobody. */
  exceptFor: number | null;
  tells: Pick<Notification, 'subjectId' | 'count' | 'label' | 'actor' | 'day'> & {
    outcome: NotificationOutcome | null;
  };
}

export interface Recipient {
  userId: number;
  settings: NotificationSettings;
}

const SETTING_OF_KIND = {
  high_alerts: 'highAlerts',
  medium_alerts: 'mediumAlerts',
  import: 'colleaguesImports',
  report: 'ownReports',
  sar_due: 'sarDue',
  own_alert: 'ownAlerts',
} as const satisfies Record<NotificationKind, keyof NotificationSettings>;

/** Who is told of a fact: whom it concerns, who wants to hear of its kind, and never who did it himself. */
export function recipientsOf(fact: NotificationEvent, staff: readonly Recipient[]): number[] {
  return staff
    .filter(({ userId }) => fact.onlyFor === null || fact.onlyFor === userId)
    .filter(({ userId }) => fact.exceptFor !== userId)
    .filter(({ settings }) => settings[SETTING_OF_KIND[fact.source]])
    .map(({ userId }) => userId);
}

/** An alert that was found suspicious or was escalated. */
interface ReportableAlert {
  id: number;
  detectedOn: Day;
  /** Who decided it, and who works on it: whose case it is. */
  owners: readonly number[];
}

/**
 * Clocks that run out: told to each owner once when so many days are left as he has said, and once on the day itself. Whoever
 * is told late, because he was switched on late, is told what is left then.
 */
export function sarDueEvents(
  alerts: readonly ReportableAlert[],
  { staff, today }: { staff: readonly Recipient[]; today: Day },
): NotificationEvent[] {
  return alerts.flatMap(({ id, detectedOn, owners }) => {
    const dueOn = sarDueDay({ outcome: 'suspicious', detectedOn });
    if (dueOn === null) return [];
    const daysLeft = epochDay(dueOn) - epochDay(today);
    if (daysLeft < 0) return [];
    return staff
      .filter(({ userId }) => owners.includes(userId))
      .filter(({ settings }) => settings.sarDue && daysLeft <= settings.sarDaysLeft)
      .map(({ userId }) => toSarDueEvent({ id, userId, dueOn, isDue: daysLeft === 0 }));
  });
}

function toSarDueEvent({
  id,
  userId,
  dueOn,
  isDue,
}: {
  id: number;
  userId: number;
  dueOn: Day;
  isDue: boolean;
}): NotificationEvent {
  const outcome = isDue ? 'due' : 'ahead';
  return {
    source: 'sar_due',
    subject: `${id}-${userId}-${outcome}`,
    onlyFor: userId,
    exceptFor: null,
    tells: { subjectId: id, count: 1, label: null, actor: null, day: dueOn, outcome },
  };
}

/** Whoever collects was away for longer than this: what happened before is old news. */
const LOOKBACK = '3 days';
/** Newest rows of a table that are looked at: far more than happen between two looks. */
const MAX_ROWS = 5_000;
const SINCE = `(SELECT greatest(since, now() - interval '${LOOKBACK}') FROM analytics.telling_since)`;
const NO_DETAILS = { label: null, actor: null, day: null, outcome: null };

/** What the tables say that has happened lately. */
@Injectable()
export class NotificationEventsRepository {
  /** Alerts that a run has raised and nobody has decided, a fact for each risk. */
  async ofRuns(manager: EntityManager): Promise<NotificationEvent[]> {
    const rows = await manager.query<Row[]>(
      `SELECT r.id, a.risk_level, count(*) AS alerts, min(a.id) AS alert_id
         FROM analytics.detection_runs r
         JOIN analytics.unusual_activities a ON a.run_id = r.id AND a.created_at >= r.created_at AND NOT a.reviewed
        WHERE r.state = 'finished' AND r.kind <> 'tryout' AND r.finished_at > ${SINCE}
          AND r.id > (SELECT coalesce(max(id), 0) - ${MAX_ROWS} FROM analytics.detection_runs)
          AND NOT EXISTS (SELECT FROM analytics.told_facts
                           WHERE source = a.risk_level || '_alerts' AND subject = r.id::text)
          AND a.risk_level IN ('high', 'medium')
        GROUP BY r.id, a.risk_level ORDER BY r.id`,
    );
    return rows.map((row) => {
      const count = integerOf(row, 'alerts');
      return {
        source: textOf(row, 'risk_level') === 'high' ? 'high_alerts' : 'medium_alerts',
        subject: textOf(row, 'id'),
        onlyFor: null,
        exceptFor: null,
        tells: Object.assign({}, NO_DETAILS, {
          subjectId: count === 1 ? integerOf(row, 'alert_id') : null,
          count,
        }),
      };
    });
  }

  /** Imports that are over; one that failed and was tried again is over twice. */
  async ofImports(manager: EntityManager): Promise<NotificationEvent[]> {
    const rows = await manager.query<Row[]>(
      `SELECT id, file_name, state, uploaded_by, uploaded_by_name, finished_at
         FROM ledger.imports
        WHERE kept_from IS NULL AND state IN ('stored', 'failed') AND finished_at > ${SINCE}
          AND id > (SELECT coalesce(max(id), 0) - ${MAX_ROWS} FROM ledger.imports)
        ORDER BY finished_at`,
    );
    return rows.map((row) => {
      const outcome = textOf(row, 'state') === 'stored' ? 'stored' : 'failed';
      return {
        source: 'import',
        subject: `${integerOf(row, 'id')}-${outcome}-${Date.parse(instantOf(row, 'finished_at'))}`,
        onlyFor: null,
        exceptFor: nullable(integerOf, row, 'uploaded_by'),
        tells: {
          subjectId: integerOf(row, 'id'),
          count: 1,
          label: textOf(row, 'file_name'),
          actor: textOf(row, 'uploaded_by_name'),
          day: null,
          outcome,
        },
      };
    });
  }

  async ofReports(manager: EntityManager): Promise<NotificationEvent[]> {
    const rows = await manager.query<Row[]>(
      `SELECT id, title, state, requested_by FROM reports.finished_reports
        WHERE requested_by IS NOT NULL AND finished_at > ${SINCE} ORDER BY finished_at`,
    );
    return rows.map((row) => {
      const outcome = textOf(row, 'state') === 'completed' ? 'completed' : 'failed';
      const id = integerOf(row, 'id');
      return {
        source: 'report',
        subject: `${id}-${outcome}`,
        onlyFor: integerOf(row, 'requested_by'),
        exceptFor: null,
        tells: { subjectId: id, count: 1, label: textOf(row, 'title'), actor: null, day: null, outcome },
      };
    });
  }

  /** What somebody did with an alert that another had taken on, or had decided. */
  async ofAlerts(manager: EntityManager): Promise<NotificationEvent[]> {
    const rows = await manager.query<Row[]>(
      `SELECT s.id, s.alert_id, s.step, s.by_name, before.by_id AS concerned
         FROM analytics.alert_steps s
        CROSS JOIN LATERAL (
              SELECT p.by_id, p.step FROM analytics.alert_steps p
               WHERE p.alert_id = s.alert_id AND p.id < s.id
                 AND p.step = ANY (CASE WHEN s.step = 'reopened' THEN ARRAY['reviewed'] ELSE ARRAY['assigned', 'released'] END)
               ORDER BY p.id DESC LIMIT 1) before
        WHERE s.at > ${SINCE} AND s.id > (SELECT coalesce(max(id), 0) - ${MAX_ROWS} FROM analytics.alert_steps)
          AND before.step <> 'released' AND before.by_id <> s.by_id
        ORDER BY s.id`,
    );
    return rows.map((row) => ({
      source: 'own_alert',
      subject: textOf(row, 'id'),
      onlyFor: integerOf(row, 'concerned'),
      exceptFor: null,
      tells: {
        subjectId: integerOf(row, 'alert_id'),
        count: 1,
        label: null,
        actor: textOf(row, 'by_name'),
        day: null,
        outcome: stepOf(textOf(row, 'step')),
      },
    }));
  }

  /** Those whose clock may still run. */
  async reportableAlerts(manager: EntityManager): Promise<ReportableAlert[]> {
    const rows = await manager.query<Row[]>(
      `SELECT id, created_at, reviewed_by, assignee_id FROM analytics.unusual_activities
        WHERE review_outcome IN (${REPORTABLE_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ')})
          AND created_at > now() - interval '32 days'
        ORDER BY id`,
    );
    return rows.map((row) => ({
      id: integerOf(row, 'id'),
      detectedOn: localDay(new Date(instantOf(row, 'created_at'))),
      owners: [nullable(integerOf, row, 'reviewed_by'), nullable(integerOf, row, 'assignee_id')].filter(
        (owner) => owner !== null,
      ),
    }));
  }
}

const STEPS = ['assigned', 'released', 'reviewed', 'reopened'] as const;

function stepOf(step: string): (typeof STEPS)[number] {
  const known = STEPS.find((one) => one === step);
  if (known === undefined) throw new TypeError(`There is no step ${step}`);
  return known;
}
