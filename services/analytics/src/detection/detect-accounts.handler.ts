import { DETECT_ACCOUNTS, type DetectAccountsPayload } from '@clearwatch/contracts/jobs/detection-jobs';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { Injectable } from '@nestjs/common';
import { ShardService } from './shards/shard.service.ts';

/** Twice is harmless: a shard's mark and its alerts are one transaction, and a marked shard is left alone. */
@HandlesJob(DETECT_ACCOUNTS)
@Injectable()
export class DetectAccountsHandler implements JobHandler<DetectAccountsPayload> {
  constructor(private readonly shards: ShardService) {}

  async handle({ runId, shard }: DetectAccountsPayload, run: JobRun): Promise<void> {
    const outcome = await this.shards.detect({ runId, shard }, run.signal);
    if (outcome === 'done_before' || !outcome.runFinished) return;
    await run.publish({ type: 'detection.finished', runId, alertsGenerated: outcome.alertsGenerated });
  }
}
