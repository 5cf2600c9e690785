import { STATUS_SOURCE } from '@clearwatch/service-kit/health/service-health.controller';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { PurgeScheduler } from '@clearwatch/service-kit/retention/purge-scheduler';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ChainAnchors } from '../anchors/chain-anchors.service.ts';
import { AuthStatus } from '../status/auth-status.service.ts';
import { AuditEventsController, UserActivityController } from './audit-events.controller.ts';
import { AuditEventsService, AuditVerificationService } from './audit-events.service.ts';
import { AuditExportService } from './audit-export.service.ts';
import { AuditLog } from './audit-log.service.ts';
import { AuditSealer } from './audit-sealer.service.ts';
import { RecordAuditEventProcessor } from './record-audit-event.processor.ts';

@Module({ providers: [AuditLog], exports: [AuditLog] })
export class AuditLogModule {}

@Module({
  imports: [AuditLogModule],
  controllers: [AuditEventsController, UserActivityController],
  providers: [
    AuditEventsService,
    AuditExportService,
    AuditVerificationService,
    { provide: STATUS_SOURCE, useClass: AuthStatus },
  ],
  exports: [STATUS_SOURCE],
})
export class AuditEventsModule {}

@Module({
  imports: [AuditLogModule],
  providers: [
    RecordAuditEventProcessor,
    AuditSealer,
    ChainAnchors,
    {
      provide: PurgeScheduler,
      useFactory: (sealer: AuditSealer, database: DataSource, today: Today, logger: Logger) => {
        const runs = new PurgeRuns(database, 'auth');
        return new PurgeScheduler({
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
export class AuditWorkersModule {}
