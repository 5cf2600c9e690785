import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { TryoutsRepository } from './tryouts.repository.ts';

const EVERY_MS = 3_600_000;

/** Deletes old try-outs at the start and every hour: they describe what members did, and nobody decided to keep it. */
@Injectable()
export class TryoutExpiryTimer implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly tryouts: TryoutsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.round();
    this.timer = setInterval(() => this.round(), EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** One at a time; a round that fails is made up for by the next. */
  private round(): void {
    this.running ??= this.tryouts
      .dropOld(this.database.manager)
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'old try-outs could not be deleted');
      })
      .finally(() => {
        this.running = null;
      });
  }
}
