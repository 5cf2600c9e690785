import { MAKE_SEARCHABLE, type MakeSearchablePayload } from '@clearwatch/contracts/jobs/report-jobs';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { Injectable } from '@nestjs/common';
import { SearchKeeper } from './search-keeper.service.ts';

/** Twice is harmless: what is up to date is left alone, and `search_imports` says so in the same transaction. */
@Injectable()
@HandlesJob(MAKE_SEARCHABLE)
export class MakeSearchableHandler implements JobHandler<MakeSearchablePayload> {
  constructor(private readonly keeper: SearchKeeper) {}

  async handle({ importId }: MakeSearchablePayload, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    await this.keeper.settle(importId, signal);
  }
}
