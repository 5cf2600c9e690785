import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { toAppError } from '../errors/to-app-error.ts';
import { Rounds } from '../time/rounds.ts';
import type { Today } from '../time/today.ts';
import type { PurgeRuns } from './purge-runs.ts';

/** As often as the reconciler looks, which brings about the purges that are jobs. */
const LOOK_EVERY_MS = 10_000;

interface WatchedPurge {
  runs: PurgeRuns;
  today: Today;
  logger: Logger;
  /** Removes what is past its time and finishes the run. Several workers may do it at the same time. */
  purge: (runId: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Purges a service whose purge is too short for a queue: when the run of a day is open, be it that of today or one that an
 * operator has asked for. What fails for a reason that passes is tried again; anything else is given up until the next day.
 */
export class PurgeWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: Rounds;

  constructor(private readonly watched: WatchedPurge) {
    this.rounds = new Rounds(LOOK_EVERY_MS, (signal) => this.look(signal).catch((error) => this.warn(error)));
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds.stop();
  }

  private async look(signal: AbortSignal): Promise<void> {
    const { runs, today } = this.watched;
    for (const runId of await runs.open(today.day())) await this.purge(runId, signal);
  }

  private async purge(runId: number, signal: AbortSignal): Promise<void> {
    try {
      await this.watched.purge(runId, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.warn(error);
      if (toAppError(error).kind !== 'operational') await this.watched.runs.giveUp(runId);
    }
  }

  private warn(error: unknown): void {
    this.watched.logger.warn({ err: error }, 'what is past its time could not be removed');
  }
}
