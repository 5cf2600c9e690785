import { DETECT_ACCOUNTS, DETECT_RUN } from '@clearwatch/contracts/jobs/detection-jobs';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { DetectionRunsRepository } from './detection-runs.repository.ts';

/** Queues whatever the tables say is still to do for a run. */
@Injectable()
export class OpenDetection {
  constructor(
    private readonly runs: DetectionRunsRepository,
    private readonly producer: JobProducer,
  ) {}

  async enqueueOpenWork(runId: number): Promise<void> {
    const { isQueued, shards } = await this.runs.openWorkOf(runId);
    if (isQueued) await this.producer.enqueue(DETECT_RUN, { runId });
    for (const shard of shards) await this.producer.enqueue(DETECT_ACCOUNTS, { runId, shard });
  }
}
