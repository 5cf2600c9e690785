import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ListingRepository } from './listing.repository.ts';
import { shardCount } from './shard-count.ts';

export type Listing = 'listed' | 'nothing_to_do' | 'listed_before';

/** Cuts a run into shards of members: one job lists, many small ones do. */
@Injectable()
export class ListingService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly listing: ListingRepository,
  ) {}

  async list(runId: number): Promise<Listing> {
    return inTransaction(this.database, async (manager): Promise<Listing> => {
      const run = await this.listing.lock(manager, runId);
      if (run?.state !== 'queued') return 'listed_before';
      const accounts = await this.listing.collectTouched(manager, run.importId);
      if (accounts === 0) {
        await this.listing.setState(manager, runId, 'finished');
        return 'nothing_to_do';
      }
      await this.listing.deal(manager, { runId, shards: shardCount(accounts) });
      await this.listing.setState(manager, runId, 'running');
      return 'listed';
    });
  }
}
