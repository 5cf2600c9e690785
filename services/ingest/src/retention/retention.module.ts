import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TodayModule } from '../today.module.ts';
import { DailyPurge } from './daily-purge.finder.ts';
import { EntriesPurge } from './entries/entries-purge.service.ts';
import { FilesPurge } from './files/files-purge.service.ts';
import { RecordsPurge } from './files/records-purge.service.ts';
import { LedgerPurge } from './ledger-purge.service.ts';
import { PurgeLedgerHandler } from './purge-ledger.handler.ts';

/** What workers do. */
@Module({
  imports: [TodayModule],
  providers: [
    {
      provide: PurgeRuns,
      useFactory: (database: DataSource) => new PurgeRuns(database, 'ledger'),
      inject: [DataSource],
    },
    DailyPurge,
    EntriesPurge,
    FilesPurge,
    LedgerPurge,
    PurgeLedgerHandler,
    RecordsPurge,
  ],
})
export class RetentionModule {}
