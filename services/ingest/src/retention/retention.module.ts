import { providePurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Module } from '@nestjs/common';
import { EntriesPurge } from './entries-purge.service.ts';
import { LegalHoldsController } from './legal-holds.controller.ts';
import { LegalHoldsService } from './legal-holds.service.ts';
import { DailyPurgeFinder, PurgeLedgerProcessor } from './purge-ledger.processor.ts';

@Module({ controllers: [LegalHoldsController], providers: [LegalHoldsService] })
export class LegalHoldsModule {}

@Module({
  providers: [providePurgeRuns('ledger'), DailyPurgeFinder, EntriesPurge, PurgeLedgerProcessor],
})
export class RetentionModule {}
