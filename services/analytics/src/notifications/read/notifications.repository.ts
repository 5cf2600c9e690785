import {
  NOTIFICATION_KINDS,
  NOTIFICATION_OUTCOMES,
  type Notification,
  type NotificationSettings,
} from '@clearwatch/contracts/notifications.dto';
import {
  dayOf,
  enumOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { readSettings } from '../read-settings.ts';

const SHOWN = 50;

/** What one person is told, and wants to be told. */
@Injectable()
export class NotificationsRepository {
  async newest(manager: EntityManager, userId: number): Promise<Notification[]> {
    const rows = await manager.query<Row[]>(
      `SELECT id, kind, outcome, subject_id, count, label, actor, day::text, created_at, read_at
         FROM analytics.notifications WHERE user_id = $1 ORDER BY id DESC LIMIT ${SHOWN}`,
      [userId],
    );
    return rows.map(toNotification);
  }

  async unread(manager: EntityManager, userId: number): Promise<number> {
    const [row = {}] = await manager.query<Row[]>(
      'SELECT count(*) AS unread FROM analytics.notifications WHERE user_id = $1 AND read_at IS NULL',
      [userId],
    );
    return integerOf(row, 'unread');
  }

  /** Somebody else's are left as they are, whatever their number. */
  async markRead(
    manager: EntityManager,
    userId: number,
    { id, andOlder }: { id: number; andOlder: boolean },
  ): Promise<void> {
    await manager.query(
      `UPDATE analytics.notifications SET read_at = now()
        WHERE user_id = $1 AND read_at IS NULL AND (id = $2::bigint OR ($3 AND id < $2::bigint))`,
      [userId, id, andOlder],
    );
  }

  async settings(manager: EntityManager, userId: number): Promise<NotificationSettings> {
    const [row = {}] = await manager.query<Row[]>(
      'SELECT settings FROM analytics.notification_settings WHERE user_id = $1',
      [userId],
    );
    return readSettings(row['settings']);
  }

  async saveSettings(manager: EntityManager, userId: number, settings: NotificationSettings): Promise<void> {
    await manager.query(
      `INSERT INTO analytics.notification_settings (user_id, settings) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET settings = excluded.settings, saved_at = now()`,
      [userId, JSON.stringify(settings)],
    );
  }
}

function toNotification(row: Row): Notification {
  return {
    id: integerOf(row, 'id'),
    kind: enumOf(NOTIFICATION_KINDS, row, 'kind'),
    outcome: row['outcome'] === null ? null : enumOf(NOTIFICATION_OUTCOMES, row, 'outcome'),
    subjectId: nullable(integerOf, row, 'subject_id'),
    count: integerOf(row, 'count'),
    label: nullable(textOf, row, 'label'),
    actor: nullable(textOf, row, 'actor'),
    day: nullable(dayOf, row, 'day'),
    createdAt: instantOf(row, 'created_at'),
    readAt: nullable(instantOf, row, 'read_at'),
  };
}
