import { DETECT_ACCOUNTS, type DetectAccountsPayload } from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { Injectable } from '@nestjs/common';
import { OpenDetection } from './runs/open-detection.ts';
import type { RunKind } from './runs/run-kind.ts';
import { ShardService } from './shards/shard.service.ts';

/** Small shards end many times a second; nobody reads that fast. */
const TELL_EVERY_MS = 300;

/** Twice is harmless: a shard's mark and its alerts are one transaction, and a marked shard is left alone. */
@HandlesJob(DETECT_ACCOUNTS)
@Injectable()
export class DetectAccountsHandler implements JobHandler<DetectAccountsPayload> {
  private readonly told = new Map<number, number>();

  constructor(
    private readonly shards: ShardService,
    private readonly detection: OpenDetection,
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
    if (!isFollowed(outcome.kind) || this.wasToldJustNow(runId)) return;
    const { shardsDone, shards } = outcome;
    await run.publish({ type: 'detection.progress', runId, shardsDone, shards });
  }

  private wasToldJustNow(runId: number): boolean {
    const now = performance.now();
    if (now - (this.told.get(runId) ?? Number.NEGATIVE_INFINITY) < TELL_EVERY_MS) return true;
    this.told.set(runId, now);
    return false;
  }
}

/** Runs that somebody asked for and watches. */
function isFollowed(kind: RunKind): boolean {
  return kind === 'full' || kind === 'tryout';
}
