import {
  DEFAULT_NOTIFICATIONS,
  type Notification,
  type NotificationSettings,
} from '@clearwatch/contracts/notifications.dto';
import { integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, LessThanOrEqual } from 'typeorm';
import { NotificationEntity, NotificationSettingsEntity } from './notification.entity.ts';
import type { NotificationEvent, Recipient } from './notification-events.repository.ts';

/** Settings as they were stored, maybe by another version: what is missing or makes no sense is as at first. */
export function parseNotificationSettings(stored: unknown): NotificationSettings {
  const held = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const known = Object.entries(DEFAULT_NOTIFICATIONS).map(([name, byDefault]) => {
    const value = held[name];
    return [name, typeof value === typeof byDefault ? value : byDefault];
  });
  return Object.assign({}, DEFAULT_NOTIFICATIONS, Object.fromEntries(known));
}

/** Arbitrary, fixed and ours: one worker at a time collects. */
const COLLECTOR_LOCK = 1_926_036;
/** Longer than a fact is found: a clock of thirty days. */
const EVENTS_KEPT_FOR = '60 days';
const NOTIFICATIONS_KEPT_FOR = '90 days';
/** The list shows fifty; a few more so that marking one read does not empty it. */
const MAX_KEPT_PER_USER = 200;

@Injectable()
export class NotificationDeliveryRepository {
  /** False while another worker collects. */
  async takeTurn(manager: EntityManager): Promise<boolean> {
    const [row = {}] = await manager.query<Row[]>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      COLLECTOR_LOCK,
    ]);
    return row['mine'] === true;
  }

  /** Everybody who may sign in, with what he wants to be told. */
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

  /** Notes facts as told. @returns those that were not before */
  async note(manager: EntityManager, facts: readonly NotificationEvent[]): Promise<NotificationEvent[]> {
    if (facts.length === 0) return [];
    const rows = await manager.query<Row[]>(
      `INSERT INTO analytics.told_facts (source, subject) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT DO NOTHING RETURNING source, subject`,
      [facts.map(({ source }) => source), facts.map(({ subject }) => subject)],
    );
    const fresh = new Set(rows.map((row) => `${textOf(row, 'source')} ${textOf(row, 'subject')}`));
    return facts.filter(({ source, subject }) => fresh.has(`${source} ${subject}`));
  }

  async tell(
    manager: EntityManager,
    told: readonly { userId: number; fact: NotificationEvent }[],
  ): Promise<void> {
    const rows = told.map(({ userId, fact }) => {
      const { subjectId, count, label, actor, day, outcome } = fact.tells;
      return { userId, kind: fact.source, outcome, subjectId, count, label, actor, day };
    });
    if (rows.length > 0) await manager.insert(NotificationEntity, rows);
  }

  async dropOld(manager: EntityManager): Promise<void> {
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

const MAX_SHOWN = 50;

/** What one person is told, and wants to be told. */
@Injectable()
export class NotificationsRepository {
  newest(manager: EntityManager, userId: number): Promise<Notification[]> {
    return manager.find(NotificationEntity, { where: { userId }, order: { id: 'DESC' }, take: MAX_SHOWN });
  }

  unread(manager: EntityManager, userId: number): Promise<number> {
    return manager.countBy(NotificationEntity, { userId, readAt: IsNull() });
  }

  /** Notifications of another person are left as they are. */
  async markRead(
    manager: EntityManager,
    userId: number,
    { id, andOlder }: { id: number; andOlder: boolean },
  ): Promise<void> {
    const which = { userId, readAt: IsNull(), id: andOlder ? LessThanOrEqual(id) : id };
    await manager.update(NotificationEntity, which, { readAt: () => 'now()' });
  }

  async settings(manager: EntityManager, userId: number): Promise<NotificationSettings> {
    const saved = await manager.findOneBy(NotificationSettingsEntity, { userId });
    return parseNotificationSettings(saved?.settings);
  }

  async saveSettings(manager: EntityManager, userId: number, settings: NotificationSettings): Promise<void> {
    await manager.upsert(NotificationSettingsEntity, { userId, settings, savedAt: () => 'now()' }, [
      'userId',
    ]);
  }
}
