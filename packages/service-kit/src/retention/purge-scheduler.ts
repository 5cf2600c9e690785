import type { JobDefinition } from '@clearwatch/contracts/job-definition';
import type { PurgePayload } from '@clearwatch/contracts/jobs.dto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { AuditTrail } from '../audit/audit-trail.service.ts';
import { inTransaction } from '../database/transaction.ts';
import { toAppError } from '../errors/app-error.ts';
import { systemActor } from '../identity/actor.ts';
import type { LostWorkFinder } from '../jobs/reconciler.ts';
import { RepeatingTask } from '../time/async-timing.ts';
import { Today } from '../time/calendar-day.ts';
import { PurgeRuns, type Removed } from './purge-runs.ts';

/**
 * @param end.requestId connects the audit event to the purge
 * @returns counts of everything removed; null when the purge was already finished
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

/** A finder that opens the daily purge, for services whose purge is a job. */
export function dailyPurgeFinder(definition: JobDefinition<PurgePayload>) {
  @Injectable()
  class DailyPurges implements LostWorkFinder<PurgePayload> {
    readonly definition = definition;

    constructor(
      @Inject(PurgeRuns) readonly runs: PurgeRuns,
      @Inject(Today) readonly today: Today,
    ) {}

    async findOpenWork(): Promise<PurgePayload[]> {
      return (await this.runs.open(this.today.day())).map((runId) => ({ runId }));
    }

    async giveUp({ runId }: PurgePayload): Promise<void> {
      await this.runs.giveUp(runId);
    }
  }
  return DailyPurges;
}

/** Same interval as in the reconciler. */
const CHECK_EVERY_MS = 10_000;
const PURGE_FAILED = 'expired data could not be removed';

interface ScheduledPurge {
  runs: PurgeRuns;
  today: Today;
  logger: Logger;
  /** May run in several workers concurrently. */
  purge: (runId: number, signal: AbortSignal) => Promise<void>;
}

/** For services whose purge needs no queue. Retries transient failures; after others, waits for the next day. */
export class PurgeScheduler extends RepeatingTask {
  constructor(private readonly options: ScheduledPurge) {
    super({ everyMs: CHECK_EVERY_MS, startsAtOnce: true, failure: PURGE_FAILED, logger: options.logger });
  }

  protected async round(signal: AbortSignal): Promise<void> {
    const { runs, today, logger, purge } = this.options;
    for (const runId of await runs.open(today.day())) {
      try {
        await purge(runId, signal);
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ err: error }, PURGE_FAILED);
        if (toAppError(error).kind !== 'operational') await runs.giveUp(runId);
      }
    }
  }
}
