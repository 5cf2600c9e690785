import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FiguresModule } from '../dashboard/figures/figures.module.ts';
import { ChainModule } from '../detection/chain/chain.module.ts';
import { FindingsRepository } from '../detection/findings/findings.repository.ts';
import { AlertsPurge } from './alerts-purge.service.ts';
import { DailyAlertsPurge } from './daily-alerts-purge.finder.ts';
import { PurgeAlertsHandler } from './purge-alerts.handler.ts';

/** What workers do. */
@Module({
  imports: [ChainModule, FiguresModule],
  providers: [
    {
      provide: PurgeRuns,
      useFactory: (database: DataSource) => new PurgeRuns(database, 'analytics'),
      inject: [DataSource],
    },
    AlertsPurge,
    DailyAlertsPurge,
    FindingsRepository,
    PurgeAlertsHandler,
  ],
})
export class RetentionModule {}
