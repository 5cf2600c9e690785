import {
  DETECT_ACCOUNTS,
  DETECT_RUN,
  type DetectAccountsPayload,
  type DetectRunPayload,
} from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { DetectionQueue, DetectionRunsRepository, type RunKind } from './detection-runs.repository.ts';
import { ShardService } from './shard.service.ts';
import { ShardPlanningService } from './shard-planning.service.ts';

/** Small shards end many times a second; nobody reads that fast. */
const PROGRESS_INTERVAL_MS = 300;

/** Twice is harmless: a shard's mark and its alerts are one transaction, and a marked shard is left alone. */
@HandlesJob(DETECT_ACCOUNTS)
@Injectable()
export class DetectAccountsHandler implements JobHandler<DetectAccountsPayload> {
  private readonly told = new Map<number, number>();

  constructor(
    private readonly shards: ShardService,
    private readonly detection: DetectionQueue,
  ) {}

  async handle({ runId, shard }: DetectAccountsPayload, run: JobRun): Promise<void> {
    const outcome = await this.shards.detect({ runId, shard }, run.signal);
    if (outcome === 'done_before') {
      // By somebody who may have died before he brought the next.
      await this.detection.enqueueNext(runId);
      return;
    }
    if (outcome.runFinished) {
      this.told.delete(runId);
      await run.publish({ type: 'detection.finished', runId, alertsGenerated: outcome.alertsGenerated });
      return;
    }
    await this.detection.enqueueNext(runId);
    if (!isWatched(outcome.kind) || this.wasToldJustNow(runId)) return;
    const { shardsDone, shards } = outcome;
    await run.publish({ type: 'detection.progress', runId, shardsDone, shards });
  }

  private wasToldJustNow(runId: number): boolean {
    const now = performance.now();
    if (now - (this.told.get(runId) ?? Number.NEGATIVE_INFINITY) < PROGRESS_INTERVAL_MS) return true;
    this.told.set(runId, now);
    return false;
  }
}

/** Runs that somebody asked for and watches. */
function isWatched(kind: RunKind): boolean {
  return kind === 'full' || kind === 'tryout';
}

/** Twice is harmless: only a queued run is listed; the second time queues the shards that are still open. */
@HandlesJob(DETECT_RUN)
@Injectable()
export class DetectRunHandler implements JobHandler<DetectRunPayload> {
  constructor(
    private readonly listing: ShardPlanningService,
    private readonly open: DetectionQueue,
  ) {}

  async handle({ runId }: DetectRunPayload, run: JobRun): Promise<void> {
    const listing = await this.listing.list(runId);
    if (listing === 'nothing_to_do')
      await run.publish({ type: 'detection.finished', runId, alertsGenerated: 0 });
    await this.open.enqueueOpenWork(runId);
  }
}

@Injectable()
export class OpenShardsFinder implements LostWorkFinder<DetectAccountsPayload> {
  readonly definition = DETECT_ACCOUNTS;

  constructor(private readonly runs: DetectionRunsRepository) {}

  async findOpenWork(): Promise<DetectAccountsPayload[]> {
    return this.runs.findOverdueShards();
  }
}

@Injectable()
export class QueuedRunsFinder implements LostWorkFinder<DetectRunPayload> {
  readonly definition = DETECT_RUN;

  constructor(private readonly runs: DetectionRunsRepository) {}

  async findOpenWork(): Promise<DetectRunPayload[]> {
    return (await this.runs.findOverdueRuns()).map((runId) => ({ runId }));
  }
}
