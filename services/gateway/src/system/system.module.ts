import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { AllQueues, FailedJobs, QueueCounts } from '@clearwatch/service-kit/jobs/queue-inspection';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import type { GatewayEnvironment } from '../gateway-environment.ts';
import { ProxyModule } from '../proxy/upstreams.ts';
import { FailedJobsService } from './failed-jobs.service.ts';
import { RetentionService } from './retention.service.ts';
import { FailedJobsController, HealthController, SystemController } from './system.controller.ts';
import { HealthService, SystemStatusService } from './system-status.service.ts';

@Module({
  imports: [ProxyModule],
  controllers: [HealthController, SystemController, FailedJobsController],
  providers: [
    HealthService,
    RetentionService,
    SystemStatusService,
    FailedJobsService,
    {
      provide: AllQueues,
      useFactory: (environment: GatewayEnvironment, logger: Logger) => new AllQueues(environment, logger),
      inject: [ENVIRONMENT, LOGGER],
    },
    {
      provide: QueueCounts,
      useFactory: (queues: AllQueues) => new QueueCounts(queues),
      inject: [AllQueues],
    },
    { provide: FailedJobs, useFactory: (queues: AllQueues) => new FailedJobs(queues), inject: [AllQueues] },
  ],
})
export class SystemModule implements OnModuleDestroy {
  constructor(@Inject(AllQueues) private readonly queues: AllQueues) {}

  async onModuleDestroy(): Promise<void> {
    await this.queues.close();
  }
}
