import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { AuditSealer } from './audit-sealer.service.ts';

const EVERY_MS = 3_600_000;

/** Seals at the start and every hour. */
@Injectable()
export class AuditSealingTimer implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly sealer: AuditSealer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.round();
    this.timer = setInterval(() => this.round(), EVERY_MS);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
  }

  /** One at a time; a round that fails is made up for by the next. */
  private round(): void {
    this.running ??= this.sealer
      .seal(new Date(), this.stopping.signal)
      .catch((error: unknown) => {
        if (!this.stopping.signal.aborted)
          this.logger.warn({ err: error }, 'audit months could not be sealed');
      })
      .finally(() => {
        this.running = null;
      });
  }
}
