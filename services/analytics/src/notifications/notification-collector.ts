import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { RepeatingTask } from '@clearwatch/service-kit/time/async-timing';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { NotificationEntity } from './notification.entity.ts';
import {
  NotificationEventsRepository,
  recipientsOf,
  sarDueEvents,
} from './notification-events.repository.ts';

const COLLECT_INTERVAL_MS = 5_000;
const CLEANUP_INTERVAL_MS = 3_600_000;

/**
 * Finds events in the tables and notifies users. Twice is harmless: the transaction of a notification marks its event. A round that
 * fails is repeated by the next.
 */
@Injectable()
export class NotificationCollector implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly tasks = [
    new RepeatingTask(COLLECT_INTERVAL_MS, () => this.round(this.collect())),
    new RepeatingTask(CLEANUP_INTERVAL_MS, () => this.round(this.events.deleteOld(this.database.manager))),
  ];

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly events: NotificationEventsRepository,
    private readonly today: Today,
    private readonly producer: JobProducer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    for (const task of this.tasks) task.startLater();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.stop()));
  }

  async collect(): Promise<number> {
    const added = await inTransaction(this.database, async (manager) => {
      if (!(await this.events.lock(manager))) return 0;
      const staff = await this.events.staff(manager);
      // One after the other: they share the connection of the transaction.
      const found = [
        ...(await this.events.recent(manager)),
        ...sarDueEvents(await this.events.reportableAlerts(manager), { staff, today: this.today.day() }),
      ];
      const notifications = (await this.events.mark(manager, found)).flatMap((event) => {
        const { kind, outcome, subjectId, count, label, actor, day } = event;
        const row = { kind, outcome, subjectId, count, label, actor, day };
        return recipientsOf(event, staff).map((userId) => ({ userId, ...row }));
      });
      if (notifications.length > 0) await manager.insert(NotificationEntity, notifications);
      return notifications.length;
    });
    if (added > 0) await this.producer.publish({ type: 'notifications.added', notifications: added });
    return added;
  }

  private async round(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) =>
      this.logger.warn({ err: error }, 'notifications could not be collected'),
    );
  }
}
