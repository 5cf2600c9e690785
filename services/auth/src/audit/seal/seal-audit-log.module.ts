import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { PurgeWatch } from '@clearwatch/service-kit/retention/purge-watch';
import { Today } from '@clearwatch/service-kit/time/today';
import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { AuditLogModule } from '../audit-log.module.ts';
import { AuditSealer } from './audit-sealer.service.ts';
import { AuditSealingTimer } from './audit-sealing.timer.ts';
import { SealsRepository } from './seals.repository.ts';

/** Months are sealed every hour; once a day, and when an operator asks, those leave that are past their time. */
@Module({
  imports: [AuditLogModule],
  providers: [
    SealsRepository,
    AuditSealer,
    AuditSealingTimer,
    Today,
    {
      provide: PurgeWatch,
      useFactory: (sealer: AuditSealer, database: DataSource, today: Today, logger: Logger) => {
        const runs = new PurgeRuns(database, 'auth');
        return new PurgeWatch({
          runs,
          today,
          logger,
          purge: async (runId, signal) => {
            const events = await sealer.sealAndExpire(new Date(), signal);
            await runs.add(database, runId, { events });
            await runs.finish(database, { runId });
          },
        });
      },
      inject: [AuditSealer, DataSource, Today, LOGGER],
    },
  ],
})
export class SealAuditLogModule {}
