import type {
  MarkReadRequest,
  NotificationList,
  NotificationSettings,
} from '@clearwatch/contracts/notifications.dto';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { NotificationsRepository } from './notifications.repository.ts';

/** Everybody reads and changes his own, and nobody another's. */
@Injectable()
export class NotificationsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly repository: NotificationsRepository,
    private readonly trail: AuditTrail,
  ) {}

  async list(actor: Actor): Promise<NotificationList> {
    const { manager } = this.database;
    const userId = userIdOf(actor);
    const [newest, unread] = await Promise.all([
      this.repository.newest(manager, userId),
      this.repository.unread(manager, userId),
    ]);
    return { unread, newest };
  }

  /** One that is not there, or is somebody else's, changes nothing. */
  async markRead(actor: Actor, request: MarkReadRequest): Promise<NotificationList> {
    await this.repository.markRead(this.database.manager, userIdOf(actor), request);
    return this.list(actor);
  }

  settings(actor: Actor): Promise<NotificationSettings> {
    return this.repository.settings(this.database.manager, userIdOf(actor));
  }

  async saveSettings(actor: Actor, wanted: NotificationSettings): Promise<NotificationSettings> {
    const userId = userIdOf(actor);
    return inTransaction(this.database, async (manager) => {
      await this.repository.saveSettings(manager, userId, wanted);
      await this.trail.record(
        actor,
        {
          action: 'settings.notifications_saved',
          subject: { type: 'settings', id: 'notifications' },
          detail: Object.fromEntries(Object.entries(wanted)),
        },
        manager,
      );
      return this.repository.settings(manager, userId);
    });
  }
}

function userIdOf({ userId }: Actor): number {
  if (userId === null) throw new Error('staff has a user id');
  return userId;
}
