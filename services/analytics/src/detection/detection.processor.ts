import {
  DETECT_ACCOUNTS,
  DETECT_RUN,
  type DetectAccountsPayload,
  type DetectRunPayload,
} from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { type LostWorkFinder, queryFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DetectionQueue, MAX_SHARDS_QUEUED, SHARD } from './detection-runs.repository.ts';
import { ShardService } from './shard.service.ts';
import { ShardPlanningService } from './shard-planning.service.ts';

/** After this time, the job for a run or shard may have been lost. */
const OVERDUE_AFTER = '20 seconds';
const MAX_OVERDUE_FOUND = 200;

/** Limits progress events, because several small shards can finish within a second. */
const PROGRESS_INTERVAL_MS = 300;

/** Can safely run twice: one transaction saves the alerts of a shard and finishes it, and a finished shard is skipped. */
@HandlesJob(DETECT_ACCOUNTS)
@Injectable()
export class DetectAccountsHandler implements JobHandler<DetectAccountsPayload> {
  /** Time of each run's last progress event. */
  private readonly published = new Map<number, number>();

  constructor(
    private readonly shards: ShardService,
    private readonly detection: DetectionQueue,
  ) {}

  async handle({ runId, shard }: DetectAccountsPayload, run: JobRun): Promise<void> {
    const outcome = await this.shards.detect({ runId, shard }, run.signal);
    if (outcome === 'done_before') {
      // The process that finished this shard may have died before it queued the next one.
      await this.detection.enqueueNext(runId);
      return;
    }
    if (outcome.runFinished) {
      this.published.delete(runId);
      await run.publish({ type: 'detection.finished', runId, alertsGenerated: outcome.alertsGenerated });
      return;
    }
    await this.detection.enqueueNext(runId);
    // Only runs requested by a user show their progress.
    if (outcome.kind !== 'full' && outcome.kind !== 'tryout') return; // cspell:ignore tryout
    const now = performance.now();
    if (now - (this.published.get(runId) ?? Number.NEGATIVE_INFINITY) < PROGRESS_INTERVAL_MS) return;
    this.published.set(runId, now);
    const { shardsDone, shards } = outcome;
    await run.publish({ type: 'detection.progress', runId, shardsDone, shards });
  }
}

/** Can safely run twice: only a queued run is planned, and the second time only queues the open shards. */
@HandlesJob(DETECT_RUN)
@Injectable()
export class DetectRunHandler implements JobHandler<DetectRunPayload> {
  constructor(
    private readonly planning: ShardPlanningService,
    private readonly queue: DetectionQueue,
  ) {}

  async handle({ runId }: DetectRunPayload, run: JobRun): Promise<void> {
    const outcome = await this.planning.list(runId);
    if (outcome === 'nothing_to_do') await run.publish({ type: 'detection.finished', runId, alertsGenerated: 0 });
    await this.queue.enqueueOpenWork(runId);
  }
}

@Injectable()
export class OpenShardsFinder implements LostWorkFinder<DetectAccountsPayload> {
  readonly definition = DETECT_ACCOUNTS;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async findOpenWork(): Promise<DetectAccountsPayload[]> {
    return SHARD.all(
      this.database,
      `SELECT s.run_id, s.shard
         FROM analytics.detection_runs r
        CROSS JOIN LATERAL (SELECT run_id, shard FROM analytics.detection_shards
                             WHERE run_id = r.id AND finished_at IS NULL ORDER BY shard LIMIT $3) s
        WHERE r.state = 'running' AND r.created_at < now() - $1::interval
        ORDER BY s.run_id, s.shard LIMIT $2`,
      [OVERDUE_AFTER, MAX_OVERDUE_FOUND, MAX_SHARDS_QUEUED],
    );
  }
}

export class QueuedRunsFinder extends queryFinder(
  DETECT_RUN,
  (runId) => ({ runId }),
  `SELECT id FROM analytics.detection_runs
    WHERE state = 'queued' AND created_at < now() - interval '${OVERDUE_AFTER}'
    ORDER BY id LIMIT ${MAX_OVERDUE_FOUND}`,
) {}
