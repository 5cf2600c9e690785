import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { PurgeScheduler } from '@clearwatch/service-kit/retention/purge-scheduler';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { TodayModule } from '../../today.module.ts';
import { ReportExpiry } from './report-expiry.service.ts';

/** What workers do. */
@Module({
  imports: [TodayModule],
  providers: [
    {
      provide: PurgeRuns,
      useFactory: (database: DataSource) => new PurgeRuns(database, 'reports'),
      inject: [DataSource],
    },
    ReportExpiry,
    {
      provide: PurgeScheduler,
      useFactory: (expiry: ReportExpiry, runs: PurgeRuns, today: Today, logger: Logger) =>
        new PurgeScheduler({
          runs,
          today,
          logger,
          purge: async (runId) => {
            const reports = await expiry.expire(runId);
            if (reports > 0) logger.info({ reports }, 'old reports deleted');
          },
        }),
      inject: [ReportExpiry, PurgeRuns, Today, LOGGER],
    },
  ],
})
export class RetentionModule {}
