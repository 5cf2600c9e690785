import { ENTRIES_PURGED, type EntriesPurgedPayload } from '@clearwatch/contracts/jobs.dto';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { PurgeRepository } from './purge.repository.ts';

/** Purges that nobody told this service about. */
@Injectable()
export class UntoldPurgesFinder implements LostWorkFinder<EntriesPurgedPayload> {
  readonly definition = ENTRIES_PURGED;

  constructor(private readonly purges: PurgeRepository) {}

  async findOpenWork(): Promise<EntriesPurgedPayload[]> {
    return (await this.purges.findOverdue()).map((purgeId) => ({ purgeId }));
  }
}
