import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { DeadJobs } from '@clearwatch/service-kit/jobs/dead-jobs';
import { EveryQueue } from '@clearwatch/service-kit/jobs/every-queue';
import { QueueCounts } from '@clearwatch/service-kit/jobs/queue-counts';
import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { BackupStandingService } from '../backups/backup-standing.service.ts';
import type { GatewayEnvironment } from '../environment.ts';
import { HealthModule } from '../health/health.module.ts';
import { ProxyModule } from '../proxy/proxy.module.ts';
import { DeadJobsController } from './dead-jobs/dead-jobs.controller.ts';
import { DeadJobsService } from './dead-jobs/dead-jobs.service.ts';
import { RetentionService } from './retention.service.ts';
import { ServiceStatusClient } from './service-status-client.ts';
import { SystemController } from './system.controller.ts';
import { SystemStatusService } from './system-status.service.ts';

@Module({
  imports: [HealthModule, ProxyModule],
  controllers: [SystemController, DeadJobsController],
  providers: [
    RetentionService,
    ServiceStatusClient,
    SystemStatusService,
    BackupStandingService,
    DeadJobsService,
    {
      provide: EveryQueue,
      useFactory: (environment: GatewayEnvironment, logger: Logger) => new EveryQueue(environment, logger),
      inject: [ENVIRONMENT, LOGGER],
    },
    {
      provide: QueueCounts,
      useFactory: (queues: EveryQueue) => new QueueCounts(queues),
      inject: [EveryQueue],
    },
    { provide: DeadJobs, useFactory: (queues: EveryQueue) => new DeadJobs(queues), inject: [EveryQueue] },
  ],
})
export class SystemModule implements OnModuleDestroy {
  constructor(@Inject(EveryQueue) private readonly queues: EveryQueue) {}

  async onModuleDestroy(): Promise<void> {
    await this.queues.close();
  }
}
