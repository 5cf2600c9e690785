import { Module } from '@nestjs/common';
import { ConcernedAccountsRepository } from './concerned-accounts.repository.ts';
import { InstitutionStandings } from './institution-standings.ts';
import { StandingsRepository } from './standings.repository.ts';

@Module({
  providers: [ConcernedAccountsRepository, InstitutionStandings, StandingsRepository],
  exports: [ConcernedAccountsRepository, InstitutionStandings],
})
export class StandingsModule {}
