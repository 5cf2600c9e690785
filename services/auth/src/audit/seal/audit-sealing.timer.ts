import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { Rounds } from '@clearwatch/service-kit/time/rounds';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { AuditSealer } from './audit-sealer.service.ts';

const EVERY_MS = 3_600_000;

/** Seals at the start and every hour. */
@Injectable()
export class AuditSealingTimer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: Rounds;

  constructor(
    private readonly sealer: AuditSealer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.rounds = new Rounds(EVERY_MS, (signal) => this.seal(signal));
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
  }

  /** What fails is made up for by the next round. */
  private async seal(signal: AbortSignal): Promise<void> {
    try {
      await this.sealer.seal(new Date(), signal);
    } catch (error) {
      if (!signal.aborted) this.logger.warn({ err: error }, 'audit months could not be sealed');
    }
  }
}
