import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FiguresModule } from '../dashboard/dashboard.module.ts';
import { AlertChainModule } from '../detection/detection.module.ts';
import { FindingsRepository } from '../detection/findings.repository.ts';
import {
  AlertRetentionService,
  DailyAlertPurgeFinder,
  PurgeAlertsHandler,
} from './alert-retention.service.ts';

/** What workers do. */
@Module({
  imports: [AlertChainModule, FiguresModule],
  providers: [
    {
      provide: PurgeRuns,
      useFactory: (database: DataSource) => new PurgeRuns(database, 'analytics'),
      inject: [DataSource],
    },
    AlertRetentionService,
    DailyAlertPurgeFinder,
    FindingsRepository,
    PurgeAlertsHandler,
  ],
})
export class AlertRetentionModule {}
