import { ENTRIES_PURGED, type EntriesPurgedPayload } from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { Injectable } from '@nestjs/common';
import { WarmFigures } from '../../dashboard/warm-figures.ts';
import { WarmLists } from '../../list-figures/warm-lists.ts';
import { PurgeService } from './purge.service.ts';

/** Twice is harmless: `projected_purges` says in the same transaction what is out of the rollups. */
@HandlesJob(ENTRIES_PURGED)
@Injectable()
export class EntriesPurgedHandler implements JobHandler<EntriesPurgedPayload> {
  constructor(
    private readonly purges: PurgeService,
    private readonly figures: WarmFigures,
    private readonly lists: WarmLists,
  ) {}

  async handle({ purgeId }: EntriesPurgedPayload, run: Pick<JobRun, 'publish'>): Promise<void> {
    if (await this.purges.takeOut(purgeId)) await this.figures.warm();
    await run.publish({ type: 'entries.purged', purgeId });
    await this.lists.warm();
  }
}
