import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FindingsRepository } from '../detection/findings.repository.ts';
import { DailyAlertPurgeFinder, PurgeAlertsHandler } from './alert-retention.service.ts';

@Module({
  providers: [
    {
      provide: PurgeRuns,
      useFactory: (database: DataSource) => new PurgeRuns(database, 'analytics'),
      inject: [DataSource],
    },
    DailyAlertPurgeFinder,
    FindingsRepository,
    PurgeAlertsHandler,
  ],
})
export class AlertRetentionModule {}
