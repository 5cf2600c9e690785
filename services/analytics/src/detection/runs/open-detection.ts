import { DETECT_ACCOUNTS, DETECT_RUN } from '@clearwatch/contracts/jobs.dto';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { DetectionRunsRepository, MOST_SHARDS_QUEUED } from './detection-runs.repository.ts';

/** Shards that end at the same moment each see the others as done or not: so many at the end of the wave are queued again. */
const OVERLAP = 4;

/**
 * Queues what the tables say is still to do for a run. Of many shards only the first are queued, and each that is done
 * brings the next: whoever comes meanwhile waits for a few shards and not for a whole analysis of everybody.
 */
@Injectable()
export class OpenDetection {
  constructor(
    private readonly runs: DetectionRunsRepository,
    private readonly producer: JobProducer,
  ) {}

  async enqueueOpenWork(runId: number): Promise<void> {
    const { isQueued, shards } = await this.runs.openWorkOf(runId);
    if (isQueued) await this.producer.enqueue(DETECT_RUN, { runId });
    for (const shard of shards.slice(0, MOST_SHARDS_QUEUED))
      await this.producer.enqueue(DETECT_ACCOUNTS, { runId, shard });
  }

  /** After a shard is done: the end of the wave moves on by one. */
  async enqueueNext(runId: number): Promise<void> {
    const { shards } = await this.runs.openWorkOf(runId);
    for (const shard of shards.slice(0, MOST_SHARDS_QUEUED).slice(-OVERLAP))
      await this.producer.enqueue(DETECT_ACCOUNTS, { runId, shard });
  }

  /** As `enqueueOpenWork`, and jobs that died get another life: a person has asked for the work. */
  async reviveOpenWork(runId: number): Promise<void> {
    const { isQueued, shards } = await this.runs.openWorkOf(runId);
    if (isQueued) await this.producer.forgetDead(DETECT_RUN, { runId });
    for (const shard of shards.slice(0, MOST_SHARDS_QUEUED))
      await this.producer.forgetDead(DETECT_ACCOUNTS, { runId, shard });
    await this.enqueueOpenWork(runId);
  }
}
