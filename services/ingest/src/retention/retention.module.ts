import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EntriesPurge } from './entries-purge.service.ts';
import { LegalHoldsController } from './legal-holds.controller.ts';
import { LegalHoldsRepository } from './legal-holds.repository.ts';
import { LegalHoldsService } from './legal-holds.service.ts';
import {
  DailyPurgeFinder,
  FilesPurge,
  LedgerPurge,
  PurgeLedgerProcessor,
  RecordsPurge,
} from './purge-ledger.processor.ts';

@Module({ controllers: [LegalHoldsController], providers: [LegalHoldsRepository, LegalHoldsService] })
export class LegalHoldsModule {}

/** What workers do. */
@Module({
  providers: [
    {
      provide: PurgeRuns,
      useFactory: (database: DataSource) => new PurgeRuns(database, 'ledger'),
      inject: [DataSource],
    },
    DailyPurgeFinder,
    EntriesPurge,
    FilesPurge,
    LedgerPurge,
    PurgeLedgerProcessor,
    RecordsPurge,
  ],
})
export class RetentionModule {}
