import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ListingRepository } from '../listing/listing.repository.ts';
import { shardCount } from '../listing/shard-count.ts';
import { ConcernedAccountsRepository } from '../standings/concerned-accounts.repository.ts';
import { InstitutionStandings } from '../standings/institution-standings.ts';
import { InstitutionViewRepository } from './institution-view.repository.ts';
import { RevisedAccountsRepository } from './revised-accounts.repository.ts';

/**
 * Lists whom a run of kind `undo` looks at again, in the transaction that takes the entries out: afterwards nobody could
 * tell who was touched.
 */
@Injectable()
export class RevisionListing {
  constructor(
    private readonly listing: ListingRepository,
    private readonly accounts: RevisedAccountsRepository,
    private readonly institution: InstitutionViewRepository,
    private readonly standings: InstitutionStandings,
    private readonly concerned: ConcernedAccountsRepository,
  ) {}

  /** `takeOut` takes the rows of `leaving` out of the rollups. A run without anybody to look at is finished. */
  async listAround(manager: EntityManager, runId: number, takeOut: () => Promise<void>): Promise<void> {
    const before = await this.institution.view(manager);
    await takeOut();
    const after = await this.institution.view(manager);
    await this.accounts.begin(manager);
    await this.accounts.addThoseWhoseEvidenceMoved(manager);
    await this.accounts.addThoseWhoCountLostAccounts(manager);
    const changed = inOneOnly(before.knownCompanies, after.knownCompanies);
    const since = await this.standings.bringUpToDate(manager, 'changed');
    await this.concerned.add(manager, { ...since, others: new Set([...since.others, ...changed]) });
    // Another warm-up can only move or silence what was found: whoever has no alert will not get one.
    if (before.firstDay !== after.firstDay) await this.accounts.addThoseWithAlerts(manager);
    const accounts = await this.listing.collectMembers(manager);
    if (accounts > 0) await this.listing.deal(manager, { runId, shards: shardCount(accounts) });
    await this.listing.setState(manager, runId, accounts > 0 ? 'running' : 'finished');
  }
}

function inOneOnly(left: ReadonlySet<string>, right: ReadonlySet<string>): Set<string> {
  return new Set([...left, ...right].filter((key) => left.has(key) !== right.has(key)));
}
