import {
  DEFAULT_NOTIFICATIONS,
  type MarkReadRequest,
  type NotificationList,
  type NotificationSettings,
} from '@clearwatch/contracts/notifications.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, LessThanOrEqual } from 'typeorm';
import { NotificationEntity, NotificationSettingsEntity } from './notification.entity.ts';

/** Another version may have stored the settings, so missing values and values of the wrong type become defaults. */
export function parseNotificationSettings(stored: unknown): NotificationSettings {
  const values = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const known = Object.entries(DEFAULT_NOTIFICATIONS).map(([name, byDefault]) => {
    const value = values[name];
    return [name, typeof value === typeof byDefault ? value : byDefault];
  });
  return Object.assign({}, DEFAULT_NOTIFICATIONS, Object.fromEntries(known));
}

const MAX_SHOWN = 50;

/** Users read and change only their own notifications and settings. */
@Injectable()
export class NotificationsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async list(actor: Actor): Promise<NotificationList> {
    const { manager } = this.database;
    const userId = userIdOf(actor);
    const [newest, unread] = await Promise.all([
      manager.find(NotificationEntity, { where: { userId }, order: { id: 'DESC' }, take: MAX_SHOWN }),
      manager.countBy(NotificationEntity, { userId, readAt: IsNull() }),
    ]);
    return { unread, newest };
  }

  async markRead(actor: Actor, { id, andOlder }: MarkReadRequest): Promise<NotificationList> {
    const marked = { userId: userIdOf(actor), readAt: IsNull(), id: andOlder ? LessThanOrEqual(id) : id };
    await this.database.manager.update(NotificationEntity, marked, { readAt: () => 'now()' });
    return this.list(actor);
  }

  async settings(actor: Actor): Promise<NotificationSettings> {
    const { manager } = this.database;
    const saved = await manager.findOneBy(NotificationSettingsEntity, { userId: userIdOf(actor) });
    return parseNotificationSettings(saved?.settings);
  }

  async saveSettings(actor: Actor, settings: NotificationSettings): Promise<NotificationSettings> {
    await inTransaction(this.database, async (manager) => {
      const row = { userId: userIdOf(actor), settings, savedAt: () => 'now()' };
      await manager.upsert(NotificationSettingsEntity, row, ['userId']);
      const subject = { type: 'settings', id: 'notifications' } as const;
      const detail = Object.fromEntries(Object.entries(settings));
      await this.trail.record(actor, { action: 'settings.notifications_saved', subject, detail }, manager);
    });
    return this.settings(actor);
  }
}

function userIdOf({ userId }: Actor): number {
  if (userId === null) throw new Error('staff must have a user id');
  return userId;
}
