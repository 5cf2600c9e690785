import {
  NOTIFICATION_KINDS,
  NOTIFICATION_OUTCOMES,
  type NotificationKind,
  type NotificationSettings,
} from '@clearwatch/contracts/notifications.dto';
import { ROLES, type Role } from '@clearwatch/contracts/users';
import { type Day, epochDay } from '@clearwatch/domain/calendar/day';
import { REPORTABLE_OUTCOMES, sarDueDay } from '@clearwatch/domain/detection/review-outcomes';
import { RowReader } from '@clearwatch/service-kit/database/query-rows';
import { tryLockRow } from '@clearwatch/service-kit/database/transaction';
import { localDay } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common'; // cspell:ignore tryout
import type { EntityManager } from 'typeorm';
import { NotificationEntity } from './notification.entity.ts';
import { parseNotificationSettings } from './notifications.service.ts';

/** An event that may concern users. Its kind and subject identify it, because an event is found many times but users are notified once. */
export interface NotificationEvent
  extends Pick<NotificationEntity, 'subjectId' | 'count' | 'label' | 'actor' | 'day' | 'outcome'> {
  kind: NotificationKind;
  subject: string;
  /** The only user concerned; null for all users. */
  onlyFor: number | null;
  /** The user who caused the event and is not notified. */
  exceptFor: number | null;
}

export interface Recipient {
  userId: number;
  role: Role;
  settings: NotificationSettings;
}

/** Null for kinds that cannot be turned off. */
const SETTING_OF_KIND = {
  high_alerts: 'highAlerts',
  medium_alerts: 'mediumAlerts',
  import: 'colleaguesImports',
  report: 'ownReports',
  sar_due: 'sarDue',
  own_alert: 'ownAlerts',
  account: null,
  approval: null,
} as const satisfies Record<NotificationKind, keyof NotificationSettings | null>;

export function recipientsOf(event: NotificationEvent, staff: readonly Recipient[]): number[] {
  return staff
    .filter(({ userId }) => event.onlyFor === null || event.onlyFor === userId)
    .filter(({ userId }) => event.exceptFor !== userId)
    .filter(({ role }) => event.kind !== 'approval' || role === 'Admin')
    .filter(({ settings }) => {
      const setting = SETTING_OF_KIND[event.kind];
      return setting === null || settings[setting];
    })
    .map(({ userId }) => userId);
}

interface ReportableAlert {
  id: number;
  detectedOn: Day;
  /** The user who reviewed the alert and the user who is working on it. */
  owners: readonly number[];
}

/** Creates one event for each owner when the number of days left is at or below their setting, and another one on the due date. */
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
        const whom = { onlyFor: userId, exceptFor: null, label: null, actor: null };
        return { kind: 'sar_due', subject, ...whom, subjectId: id, count: 1, day, outcome };
      });
  });
}

/** Older events are no longer news, even if no worker has run since then. */
const LOOKBACK = '3 days';
/** Number of newest rows searched in each table, far more than are added between two rounds. */
const MAX_ROWS = 5_000;
const SINCE = `(SELECT greatest(since, now() - interval '${LOOKBACK}') FROM analytics.telling_since)`;

/** Must be longer than the time during which an event can be found. A SAR is due after thirty days. */
const EVENTS_KEPT_FOR = '60 days';
const NOTIFICATIONS_KEPT_FOR = '90 days';
const MAX_KEPT_PER_USER = 200;

const STAFF = new RowReader({ integer: ['userId'], words: { role: ROLES }, json: ['settings'] });
const EVENT_KEY = new RowReader({ text: ['kind', 'subject'] });
/** Columns missing from a query are null. */
const EVENT = new RowReader({
  text: ['subject'],
  words: { kind: NOTIFICATION_KINDS },
  'words?': { outcome: NOTIFICATION_OUTCOMES },
  'integer?': ['subjectId', 'onlyFor', 'exceptFor', 'count'],
  'text?': ['label', 'actor'],
});

const EVENT_QUERIES: readonly string[] = [
  // Finished runs with alerts that are still open, one event per risk level.
  `SELECT a.risk_level || '_alerts' AS kind, r.id::text AS subject, count(*) AS count,
          CASE WHEN count(*) = 1 THEN min(a.id) END AS subject_id
     FROM analytics.detection_runs r
     JOIN analytics.unusual_activities a ON a.run_id = r.id AND a.created_at >= r.created_at AND NOT a.reviewed
    WHERE r.state = 'finished' AND r.kind <> 'tryout' AND r.finished_at > ${SINCE}
      AND r.id > (SELECT coalesce(max(id), 0) - ${MAX_ROWS} FROM analytics.detection_runs)
      AND NOT EXISTS (SELECT FROM analytics.told_facts
                       WHERE source = a.risk_level || '_alerts' AND subject = r.id::text)
      AND a.risk_level IN ('high', 'medium')
    GROUP BY r.id, a.risk_level ORDER BY r.id`,
  // Stored and failed imports. The subject includes the time in milliseconds, because a failed import can be repeated.
  `SELECT 'import' AS kind, id || '-' || state || '-' || floor(extract(epoch FROM finished_at) * 1000) AS subject,
          id AS subject_id, file_name AS label, state AS outcome, uploaded_by AS except_for, uploaded_by_name AS actor
     FROM ledger.imports
    WHERE kept_from IS NULL AND state IN ('stored', 'failed') AND finished_at > ${SINCE}
      AND id > (SELECT coalesce(max(id), 0) - ${MAX_ROWS} FROM ledger.imports)
    ORDER BY finished_at`,
  `SELECT 'report' AS kind, id || '-' || outcome AS subject, id AS subject_id, title AS label, outcome,
          requested_by AS only_for
     FROM reports.finished_reports, LATERAL (SELECT CASE WHEN state = 'completed' THEN state ELSE 'failed' END AS outcome) o
    WHERE requested_by IS NOT NULL AND finished_at > ${SINCE} ORDER BY finished_at`,
  // Actions on alerts that were assigned to or reviewed by another user.
  `SELECT 'own_alert' AS kind, s.id::text AS subject, s.alert_id AS subject_id, s.step AS outcome, s.by_name AS actor,
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
  `SELECT 'account' AS kind, id::text AS subject, kind AS outcome, by AS actor, user_id::integer AS only_for
     FROM auth.account_changes WHERE at > ${SINCE} ORDER BY id`,
  `SELECT 'approval' AS kind, id::text AS subject, id AS subject_id, kind AS label, requested_by AS actor,
          requested_by_id AS except_for
     FROM sessions.pending_approvals WHERE requested_at > ${SINCE} ORDER BY id`,
];

const REPORTABLE = new RowReader({
  integer: ['id'],
  instant: ['createdAt'],
  'integer?': ['reviewedBy', 'assigneeId'],
});

@Injectable()
export class NotificationEventsRepository {
  /** False if another worker is collecting events. */
  lock(manager: EntityManager): Promise<boolean> {
    return tryLockRow(manager, { schema: 'analytics', name: 'notifications' });
  }

  async staff(manager: EntityManager): Promise<Recipient[]> {
    const rows = await STAFF.all(
      manager,
      `SELECT p.id AS user_id, p.role, s.settings FROM auth.principals p
         LEFT JOIN analytics.notification_settings s ON s.user_id = p.id
        WHERE p.is_active ORDER BY p.id`,
    );
    return rows.map(({ userId, role, settings }) => ({ userId, role, settings: parseNotificationSettings(settings) }));
  }

  async recent(manager: EntityManager): Promise<NotificationEvent[]> {
    const events: NotificationEvent[] = [];
    for (const sql of EVENT_QUERIES)
      for (const row of await EVENT.all(manager, sql)) events.push({ ...row, count: row.count ?? 1, day: null });
    return events;
  }

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

  /** Marks events as notified. @returns the events that were not marked before */
  async mark(manager: EntityManager, events: readonly NotificationEvent[]): Promise<NotificationEvent[]> {
    if (events.length === 0) return [];
    const marked = await EVENT_KEY.all(
      manager,
      `INSERT INTO analytics.told_facts (source, subject) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT DO NOTHING RETURNING source AS kind, subject`,
      [events.map(({ kind }) => kind), events.map(({ subject }) => subject)],
    );
    const isNew = new Set(marked.map(({ kind, subject }) => `${kind} ${subject}`));
    return events.filter(({ kind, subject }) => isNew.has(`${kind} ${subject}`));
  }

  async deleteOld(manager: EntityManager): Promise<void> {
    await manager.query(`DELETE FROM analytics.told_facts WHERE told_at < now() - interval '${EVENTS_KEPT_FOR}'`);
    await manager.query(
      `DELETE FROM analytics.notifications n
        WHERE n.created_at < now() - interval '${NOTIFICATIONS_KEPT_FOR}'
           OR n.id <= (SELECT o.id FROM analytics.notifications o WHERE o.user_id = n.user_id
                        ORDER BY o.id DESC OFFSET ${MAX_KEPT_PER_USER} LIMIT 1)`,
    );
  }
}
