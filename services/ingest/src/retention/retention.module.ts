import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EntriesPurge } from './entries-purge.service.ts';
import { LegalHoldsController } from './legal-holds.controller.ts';
import { LegalHoldsService } from './legal-holds.service.ts';
import { DailyPurgeFinder, PurgeLedgerProcessor } from './purge-ledger.processor.ts';

@Module({ controllers: [LegalHoldsController], providers: [LegalHoldsService] })
export class LegalHoldsModule {}

@Module({
  providers: [
    {
      provide: PurgeRuns,
      useFactory: (database: DataSource) => new PurgeRuns(database, 'ledger'),
      inject: [DataSource],
    },
    DailyPurgeFinder,
    EntriesPurge,
    PurgeLedgerProcessor,
  ],
})
export class RetentionModule {}
