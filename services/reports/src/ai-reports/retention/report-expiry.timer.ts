import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { ReportExpiry } from './report-expiry.service.ts';

const DAILY_MS = 24 * 3_600_000;

/** Looks at the start and once a day. One round at a time; one that fails is made up for by the next. */
@Injectable()
export class ReportExpiryTimer implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  constructor(
    private readonly expiry: ReportExpiry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.round();
    this.timer = setInterval(() => this.round(), DAILY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private round(): void {
    this.running ??= this.look().finally(() => {
      this.running = null;
    });
  }

  private async look(): Promise<void> {
    try {
      const reports = await this.expiry.expire();
      if (reports > 0) this.logger.info({ reports }, 'old reports deleted');
    } catch (error) {
      this.logger.warn({ err: error }, 'old reports could not be deleted');
    }
  }
}
