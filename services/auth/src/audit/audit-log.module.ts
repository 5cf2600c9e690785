import { STATUS_SOURCE } from '@clearwatch/service-kit/health/service-health.controller';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { PurgeScheduler } from '@clearwatch/service-kit/retention/purge-scheduler';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { AuthStatus } from '../status/auth-status.service.ts';
import { AuditEventsController, UserActivityController } from './audit-events.controller.ts';
import { AuditEventsRepository } from './audit-events.repository.ts';
import { AuditEventsService, AuditVerificationService } from './audit-events.service.ts';
import { AuditExportService } from './audit-export.service.ts';
import { AuditChainRepository, AuditLog } from './audit-log.service.ts';
import { AuditSealer, AuditSealingTimer, AuditSealsRepository } from './audit-sealer.service.ts';
import { OutboxRepository, RecordAuditEventProcessor } from './record-audit-event.processor.ts';

/** For whoever appends to the log. */
@Module({ providers: [AuditChainRepository, AuditLog], exports: [AuditLog, AuditChainRepository] })
export class AuditLogModule {}

@Module({
  imports: [AuditLogModule],
  controllers: [AuditEventsController, UserActivityController],
  providers: [
    AuditEventsRepository,
    AuditEventsService,
    AuditExportService,
    AuditVerificationService,
    { provide: STATUS_SOURCE, useClass: AuthStatus },
  ],
  exports: [STATUS_SOURCE],
})
export class AuditEventsModule {}

/** Events of other services are recorded as they come. Months are sealed every hour; once a day, and when an operator asks, those leave that are past their time. */
@Module({
  imports: [AuditLogModule],
  providers: [
    OutboxRepository,
    RecordAuditEventProcessor,
    AuditSealsRepository,
    AuditSealer,
    AuditSealingTimer,
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
