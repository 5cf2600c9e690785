import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { AuditTrail } from '../audit/audit-trail.service.ts';
import { inTransaction } from '../database/transaction.ts';
import { toAppError } from '../errors/app-error.ts';
import { systemActor } from '../identity/actor.ts';
import { RepeatingTask } from '../time/async-timing.ts';
import type { Today } from '../time/calendar-day.ts';
import type { PurgeRuns, Removed } from './purge-runs.ts';

/**
 * Finishes a purge and writes down what it has removed, if anything.
 * @param end.requestId joins the line of the audit log to the purge
 * @returns what it has removed in all; null when it was finished before
 */
export function finishPurge(
  service: { database: DataSource; runs: PurgeRuns; trail: AuditTrail },
  end: {
    runId: number;
    firstKeptDay: string;
    action: 'retention.entries_purged' | 'retention.alerts_purged';
    requestId: string;
  },
): Promise<Removed | null> {
  return inTransaction(service.database, async (manager) => {
    const removed = await service.runs.finish(manager, { runId: end.runId });
    if (removed === null || Object.keys(removed).length === 0) return removed;
    const subject = { type: 'retention', id: end.runId } as const;
    const detail = { ...removed, olderThan: end.firstKeptDay };
    await service.trail.record(systemActor(end.requestId), { action: end.action, subject, detail }, manager);
    return removed;
  });
}

/** As often as the reconciler looks, which brings about the purges that are jobs. */
const CHECK_EVERY_MS = 10_000;

interface ScheduledPurge {
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
export class PurgeScheduler implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: RepeatingTask;

  constructor(private readonly watched: ScheduledPurge) {
    this.rounds = new RepeatingTask(CHECK_EVERY_MS, (signal) =>
      this.look(signal).catch((error) => this.warn(error)),
    );
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
