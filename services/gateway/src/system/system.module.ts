import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { QueueCounts } from '@clearwatch/service-kit/jobs/queue-counts';
import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import type { GatewayEnvironment } from '../environment.ts';
import { HealthModule } from '../health/health.module.ts';
import { ProxyModule } from '../proxy/proxy.module.ts';
import { RetentionService } from './retention.service.ts';
import { ServiceStatusClient } from './service-status-client.ts';
import { SystemController } from './system.controller.ts';
import { SystemStatusService } from './system-status.service.ts';

@Module({
  imports: [HealthModule, ProxyModule],
  controllers: [SystemController],
  providers: [
    RetentionService,
    ServiceStatusClient,
    SystemStatusService,
    {
      provide: QueueCounts,
      useFactory: (environment: GatewayEnvironment, logger: Logger) => new QueueCounts(environment, logger),
      inject: [ENVIRONMENT, LOGGER],
    },
  ],
})
export class SystemModule implements OnModuleDestroy {
  constructor(@Inject(QueueCounts) private readonly queueCounts: QueueCounts) {}

  async onModuleDestroy(): Promise<void> {
    await this.queueCounts.close();
  }
}
