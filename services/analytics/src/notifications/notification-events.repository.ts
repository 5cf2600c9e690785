import { ALERT_STEPS } from '@clearwatch/contracts/alerts.dto';
import type { NotificationKind, NotificationSettings } from '@clearwatch/contracts/notifications.dto';
import { type Day, epochDay } from '@clearwatch/domain/calendar/day';
import { REPORTABLE_OUTCOMES, sarDueDay } from '@clearwatch/domain/detection/review-outcomes';
import { hasRows, RowReader } from '@clearwatch/service-kit/database/query-rows';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { localDay } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NotificationEntity } from './notification.entity.ts';
import { parseNotificationSettings } from './notifications.service.ts';

/** Something that may concern users. Kind and subject identify it: it is found many times and notified once. */
export interface NotificationEvent
  extends Pick<NotificationEntity, 'subjectId' | 'count' | 'label' | 'actor' | 'day' | 'outcome'> {
  kind: NotificationKind;
  subject: string;
  /** The only user concerned; null for all. */
  onlyFor: number | null;
  /** The user who caused it. */
  exceptFor: number | null;
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

export function recipientsOf(event: NotificationEvent, staff: readonly Recipient[]): number[] {
  return staff
    .filter(({ userId }) => event.onlyFor === null || event.onlyFor === userId)
    .filter(({ userId }) => event.exceptFor !== userId)
    .filter(({ settings }) => settings[SETTING_OF_KIND[event.kind]])
    .map(({ userId }) => userId);
}

const DEFAULTS = {
  onlyFor: null,
  exceptFor: null,
  subjectId: null,
  count: 1,
  label: null,
  actor: null,
  day: null,
  outcome: null,
} satisfies Partial<NotificationEvent>;

/** An alert with a suspicious or escalated outcome. */
interface ReportableAlert {
  id: number;
  detectedOn: Day;
  /** Who decided it, and who works on it. */
  owners: readonly number[];
}

/** One event for each owner when as many days are left as in their settings, or fewer, and one on the day itself. */
export function sarDueEvents(
  alerts: readonly ReportableAlert[],
  { staff, today }: { staff: readonly Recipient[]; today: Day },
): NotificationEvent[] {
  return alerts.flatMap(({ id, detectedOn, owners }) => {
    const day = sarDueDay({ outcome: 'suspicious', detectedOn });
    if (day === null) return [];
    const daysLeft = epochDay(day) - epochDay(today);
    if (daysLeft < 0) return [];
    const outcome = daysLeft === 0 ? 'due' : 'ahead';
    return staff
      .filter(({ userId }) => owners.includes(userId))
      .filter(({ settings }) => settings.sarDue && daysLeft <= settings.sarDaysLeft)
      .map(({ userId }): NotificationEvent => {
        const subject = `${id}-${userId}-${outcome}`;
        return { ...DEFAULTS, kind: 'sar_due', subject, onlyFor: userId, subjectId: id, day, outcome };
      });
  });
}

/** Older events are not news, even if no worker has looked since. */
const LOOKBACK = '3 days';
/** Newest rows of a table that are searched: far more than are added between two rounds. */
const MAX_ROWS = 5_000;
const SINCE = `(SELECT greatest(since, now() - interval '${LOOKBACK}') FROM analytics.telling_since)`;

/** Arbitrary, fixed and unique: one worker at a time collects. */
const COLLECTOR_LOCK = 1_926_036;
/** Longer than an event is found: a report is due after thirty days. */
const EVENTS_KEPT_FOR = '60 days';
const NOTIFICATIONS_KEPT_FOR = '90 days';
const MAX_KEPT_PER_USER = 200;

const EVENT = new RowReader({ text: ['kind', 'subject'] });
const RUN = new RowReader({
  words: { kind: ['high_alerts', 'medium_alerts'] },
  text: ['subject'],
  integer: ['count'],
  'integer?': ['subjectId'],
});
const IMPORT = new RowReader({
  integer: ['subjectId'],
  'integer?': ['exceptFor'],
  text: ['label', 'actor'],
  words: { outcome: ['stored', 'failed'] },
  instant: ['finishedAt'],
});
const REPORT = new RowReader({
  integer: ['subjectId', 'onlyFor'],
  text: ['label'],
  words: { outcome: ['completed', 'failed'] },
});
const STEP = new RowReader({
  text: ['subject', 'actor'],
  integer: ['subjectId', 'onlyFor'],
  words: { outcome: ALERT_STEPS },
});
const REPORTABLE = new RowReader({
  integer: ['id'],
  instant: ['createdAt'],
  'integer?': ['reviewedBy', 'assigneeId'],
});

@Injectable()
export class NotificationEventsRepository {
  /** False while another worker collects. */
  lock(manager: EntityManager): Promise<boolean> {
    return hasRows(manager, 'SELECT WHERE pg_try_advisory_xact_lock($1)', [COLLECTOR_LOCK]);
  }

  /** Active users. */
  async staff(manager: EntityManager): Promise<Recipient[]> {
    const rows = await manager.query<Row[]>(
      `SELECT p.id, s.settings FROM auth.principals p
         LEFT JOIN analytics.notification_settings s ON s.user_id = p.id
        WHERE p.is_active ORDER BY p.id`,
    );
    return rows.map((row) => ({
      userId: integerOf(row, 'id'),
      settings: parseNotificationSettings(row['settings']),
    }));
  }

  /** Finished runs that raised alerts which are still open, an event for each risk. */
  async ofRuns(manager: EntityManager): Promise<NotificationEvent[]> {
    const rows = await RUN.all(
      manager,
      `SELECT r.id::text AS subject, a.risk_level || '_alerts' AS kind, count(*) AS count,
              CASE WHEN count(*) = 1 THEN min(a.id) END AS subject_id
         FROM analytics.detection_runs r
         JOIN analytics.unusual_activities a ON a.run_id = r.id AND a.created_at >= r.created_at AND NOT a.reviewed
        WHERE r.state = 'finished' AND r.kind <> 'tryout' AND r.finished_at > ${SINCE}
          AND r.id > (SELECT coalesce(max(id), 0) - ${MAX_ROWS} FROM analytics.detection_runs)
          AND NOT EXISTS (SELECT FROM analytics.told_facts
                           WHERE source = a.risk_level || '_alerts' AND subject = r.id::text)
          AND a.risk_level IN ('high', 'medium')
        GROUP BY r.id, a.risk_level ORDER BY r.id`,
    );
    return rows.map((row) => ({ ...DEFAULTS, ...row }));
  }

  /** Stored and failed imports. The time is in the subject, because a failed import can be repeated. */
  async ofImports(manager: EntityManager): Promise<NotificationEvent[]> {
    const rows = await IMPORT.all(
      manager,
      `SELECT id AS subject_id, file_name AS label, state AS outcome, uploaded_by AS except_for,
              uploaded_by_name AS actor, finished_at
         FROM ledger.imports
        WHERE kept_from IS NULL AND state IN ('stored', 'failed') AND finished_at > ${SINCE}
          AND id > (SELECT coalesce(max(id), 0) - ${MAX_ROWS} FROM ledger.imports)
        ORDER BY finished_at`,
    );
    return rows.map(({ finishedAt, ...row }) => {
      const subject = `${row.subjectId}-${row.outcome}-${Date.parse(finishedAt)}`;
      return { ...DEFAULTS, kind: 'import', subject, ...row };
    });
  }

  async ofReports(manager: EntityManager): Promise<NotificationEvent[]> {
    const rows = await REPORT.all(
      manager,
      `SELECT id AS subject_id, title AS label, requested_by AS only_for,
              CASE WHEN state = 'completed' THEN state ELSE 'failed' END AS outcome
         FROM reports.finished_reports
        WHERE requested_by IS NOT NULL AND finished_at > ${SINCE} ORDER BY finished_at`,
    );
    return rows.map((row) => {
      const subject = `${row.subjectId}-${row.outcome}`;
      return { ...DEFAULTS, kind: 'report', subject, ...row };
    });
  }

  /** Steps on alerts that were assigned to another user, or that another user had decided. */
  async ofAlerts(manager: EntityManager): Promise<NotificationEvent[]> {
    const rows = await STEP.all(
      manager,
      `SELECT s.id::text AS subject, s.alert_id AS subject_id, s.step AS outcome, s.by_name AS actor,
              before.by_id AS only_for
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
    return rows.map((row) => ({ ...DEFAULTS, kind: 'own_alert', ...row }));
  }

  /** Alerts whose report may be due. */
  async reportableAlerts(manager: EntityManager): Promise<ReportableAlert[]> {
    const rows = await REPORTABLE.all(
      manager,
      `SELECT id, created_at, reviewed_by, assignee_id FROM analytics.unusual_activities
        WHERE review_outcome IN (${REPORTABLE_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ')})
          AND created_at > now() - interval '32 days'
        ORDER BY id`,
    );
    return rows.map(({ id, createdAt, reviewedBy, assigneeId }) => ({
      id,
      detectedOn: localDay(new Date(createdAt)),
      owners: [reviewedBy, assigneeId].filter((owner) => owner !== null),
    }));
  }

  /** Marks events as notified. @returns those that were not before */
  async mark(manager: EntityManager, events: readonly NotificationEvent[]): Promise<NotificationEvent[]> {
    if (events.length === 0) return [];
    const marked = await EVENT.all(
      manager,
      `INSERT INTO analytics.told_facts (source, subject) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT DO NOTHING RETURNING source AS kind, subject`,
      [events.map(({ kind }) => kind), events.map(({ subject }) => subject)],
    );
    const isNew = new Set(marked.map(({ kind, subject }) => `${kind} ${subject}`));
    return events.filter(({ kind, subject }) => isNew.has(`${kind} ${subject}`));
  }

  async deleteOld(manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM analytics.told_facts WHERE told_at < now() - interval '${EVENTS_KEPT_FOR}'`,
    );
    await manager.query(
      `DELETE FROM analytics.notifications n
        WHERE n.created_at < now() - interval '${NOTIFICATIONS_KEPT_FOR}'
           OR n.id <= (SELECT o.id FROM analytics.notifications o WHERE o.user_id = n.user_id
                        ORDER BY o.id DESC OFFSET ${MAX_KEPT_PER_USER} LIMIT 1)`,
    );
  }
}
