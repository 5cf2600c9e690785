import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { RepeatingTask } from '@clearwatch/service-kit/time/async-timing';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { NotificationEntity } from './notification.entity.ts';
import { NotificationEventsRepository, recipientsOf, sarDueEvents } from './notification-events.repository.ts';

const COLLECT_INTERVAL_MS = 5_000;
const CLEANUP_INTERVAL_MS = 3_600_000;
const ROUND_FAILED = 'notifications could not be collected';

/**
 * Finds events in the tables and notifies users. Can safely run twice, because the transaction that adds a notification also marks its
 * event.
 */
@Injectable()
export class NotificationCollector extends RepeatingTask {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly events: NotificationEventsRepository,
    private readonly today: Today,
    private readonly producer: JobProducer,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ everyMs: COLLECT_INTERVAL_MS, failure: ROUND_FAILED, logger });
  }

  protected async round(): Promise<void> {
    await this.collect();
  }

  /** @returns the number of notifications added */
  async collect(): Promise<number> {
    const added = await inTransaction(this.database, async (manager) => {
      if (!(await this.events.lock(manager))) return 0;
      const staff = await this.events.staff(manager);
      // The queries run one after the other, because they share the transaction's connection.
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
}

@Injectable()
export class NotificationCleanup extends RepeatingTask {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly events: NotificationEventsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ everyMs: CLEANUP_INTERVAL_MS, failure: ROUND_FAILED, logger });
  }

  protected round(): Promise<void> {
    return this.events.deleteOld(this.database.manager);
  }
}
