import { Module } from '@nestjs/common';
import { ListingModule } from '../listing/listing.module.ts';
import { StandingsModule } from '../standings/standings.module.ts';
import { InstitutionViewRepository } from './institution-view.repository.ts';
import { RevisedAccountsRepository } from './revised-accounts.repository.ts';
import { RevisionListing } from './revision-listing.ts';

@Module({
  imports: [ListingModule, StandingsModule],
  providers: [InstitutionViewRepository, RevisedAccountsRepository, RevisionListing],
  exports: [RevisionListing],
})
export class RevisionListingModule {}
