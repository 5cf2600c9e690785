import { DETECT_RUN, type DetectRunPayload } from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { Injectable } from '@nestjs/common';
import { ListingService } from './listing/listing.service.ts';
import { OpenDetection } from './runs/open-detection.ts';

/** Twice is harmless: only a queued run is listed; the second time queues the shards that are still open. */
@HandlesJob(DETECT_RUN)
@Injectable()
export class DetectRunHandler implements JobHandler<DetectRunPayload> {
  constructor(
    private readonly listing: ListingService,
    private readonly open: OpenDetection,
  ) {}

  async handle({ runId }: DetectRunPayload, run: JobRun): Promise<void> {
    const listing = await this.listing.list(runId);
    if (listing === 'nothing_to_do')
      await run.publish({ type: 'detection.finished', runId, alertsGenerated: 0 });
    await this.open.enqueueOpenWork(runId);
  }
}
