import { INDEX_IMPORT, type IndexImportPayload } from '@clearwatch/contracts/jobs.dto';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { Injectable } from '@nestjs/common';
import { SearchKeeper } from './search-keeper.service.ts';

/** Twice is harmless: what is up to date is left alone, and `search_imports` says so in the same transaction. */
@Injectable()
@HandlesJob(INDEX_IMPORT)
export class MakeSearchableHandler implements JobHandler<IndexImportPayload> {
  constructor(private readonly keeper: SearchKeeper) {}

  async handle({ importId }: IndexImportPayload, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    await this.keeper.settle(importId, signal);
  }
}
