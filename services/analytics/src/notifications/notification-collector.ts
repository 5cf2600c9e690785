import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import {
  NotificationEventsRepository,
  recipientsOf,
  sarDueEvents,
} from './notification-events.repository.ts';
import { NotificationDeliveryRepository } from './notifications.repository.ts';

/**
 * Looks through the tables for what has happened and tells whom it concerns. Looking twice is harmless: a fact is noted in the
 * transaction in which it is told, and told once.
 */
@Injectable()
export class NotificationCollector {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly found: NotificationEventsRepository,
    private readonly telling: NotificationDeliveryRepository,
    private readonly today: Today,
    private readonly producer: JobProducer,
  ) {}

  /** @returns how many notifications were added */
  async collect(): Promise<number> {
    const added = await inTransaction(this.database, async (manager) => {
      if (!(await this.telling.takeTurn(manager))) return 0;
      const staff = await this.telling.staff(manager);
      // One after the other: they share the connection of the transaction.
      const facts = [
        ...(await this.found.ofRuns(manager)),
        ...(await this.found.ofImports(manager)),
        ...(await this.found.ofReports(manager)),
        ...(await this.found.ofAlerts(manager)),
        ...sarDueEvents(await this.found.reportableAlerts(manager), { staff, today: this.today.day() }),
      ];
      const told = (await this.telling.note(manager, facts)).flatMap((fact) =>
        recipientsOf(fact, staff).map((userId) => ({ userId, fact })),
      );
      await this.telling.tell(manager, told);
      return told.length;
    });
    if (added > 0) await this.producer.publish({ type: 'notifications.added', notifications: added });
    return added;
  }

  async dropOld(): Promise<void> {
    await this.telling.dropOld(this.database.manager);
  }
}

/** Soon enough to be news; a look at a few newest rows. */
const COLLECT_INTERVAL_MS = 5_000;
const CLEANUP_INTERVAL_MS = 3_600_000;

/** Collects again and again; a round that fails is made up for by the next. */
@Injectable()
export class NotificationTimer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly timers: NodeJS.Timeout[] = [];
  private running: Promise<void> | null = null;

  constructor(
    private readonly notifications: NotificationCollector,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timers.push(
      setInterval(() => this.round(() => this.notifications.collect()), COLLECT_INTERVAL_MS),
      setInterval(() => this.round(() => this.notifications.dropOld()), CLEANUP_INTERVAL_MS),
    );
  }

  async onModuleDestroy(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.running;
  }

  /** One at a time: a slow database must not pile them up. */
  private round(work: () => Promise<unknown>): void {
    this.running ??= work()
      .then(
        () => undefined,
        (error: unknown) => this.logger.warn({ err: error }, 'notifications could not be collected'),
      )
      .finally(() => {
        this.running = null;
      });
  }
}
