import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { CollectNotifications } from './collect-notifications.service.ts';

/** Soon enough to be news; a look at a few newest rows. */
const LOOK_EVERY_MS = 5_000;
const DROP_EVERY_MS = 3_600_000;

/** Collects again and again; a round that fails is made up for by the next. */
@Injectable()
export class NotificationTimer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly timers: NodeJS.Timeout[] = [];
  private running: Promise<void> | null = null;

  constructor(
    private readonly notifications: CollectNotifications,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timers.push(
      setInterval(() => this.round(() => this.notifications.collect()), LOOK_EVERY_MS),
      setInterval(() => this.round(() => this.notifications.dropOld()), DROP_EVERY_MS),
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
