import { QueueInspector } from '@clearwatch/service-kit/jobs/queue-inspection';
import { Module } from '@nestjs/common';
import { ProxyModule } from '../proxy/upstreams.ts';
import { FailedJobsService } from './failed-jobs.service.ts';
import { RetentionService } from './retention.service.ts';
import { FailedJobsController, HealthController, SystemController } from './system.controller.ts';
import { HealthService, SystemStatusService } from './system-status.service.ts';

@Module({
  imports: [ProxyModule],
  controllers: [HealthController, SystemController, FailedJobsController],
  providers: [HealthService, RetentionService, SystemStatusService, FailedJobsService, QueueInspector],
})
export class SystemModule {}
