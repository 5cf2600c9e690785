import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ConcernedAccountsRepository } from '../standings/concerned-accounts.repository.ts';
import { InstitutionStandings } from '../standings/institution-standings.ts';
import { type ListedRun, ListingRepository } from './listing.repository.ts';
import { shardCount } from './shard-count.ts';

export type Listing = 'listed' | 'nothing_to_do' | 'listed_before';

/** Cuts a run into shards of members: one job lists, many small ones do. */
@Injectable()
export class ListingService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly listing: ListingRepository,
    private readonly standings: InstitutionStandings,
    private readonly concerned: ConcernedAccountsRepository,
  ) {}

  async list(runId: number): Promise<Listing> {
    return inTransaction(this.database, async (manager): Promise<Listing> => {
      const run = await this.listing.lock(manager, runId);
      if (run?.state !== 'queued') return 'listed_before';
      const accounts = await this.collect(manager, run);
      if (accounts === 0) {
        await this.listing.setState(manager, runId, 'finished');
        return 'nothing_to_do';
      }
      await this.listing.deal(manager, { runId, shards: shardCount(accounts) });
      await this.listing.setState(manager, runId, 'running');
      return 'listed';
    });
  }

  private async collect(manager: EntityManager, { kind, importId }: ListedRun): Promise<number> {
    if (importId !== null) return this.collectAround(manager, importId);
    // Everybody is looked at with the eyes of now; a try-out raises nothing, and nobody counts as looked at.
    if (kind === 'full') await this.standings.bringUpToDate(manager, 'all');
    return this.listing.collectEverybody(manager);
  }

  /** The members that the import touched, and those for whom it has changed what a company is taken for. */
  private async collectAround(manager: EntityManager, importId: number): Promise<number> {
    await this.listing.beginTouched(manager, importId);
    await this.listing.addThoseParted(manager);
    const change = await this.standings.bringUpToDate(manager, 'changed');
    await this.concerned.add(manager, change);
    return this.listing.collectMembers(manager);
  }
}
