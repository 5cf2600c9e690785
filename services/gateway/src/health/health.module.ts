import { Module } from '@nestjs/common';
import { ProxyModule } from '../proxy/proxy.module.ts';
import { HealthController } from './health.controller.ts';
import { HealthService } from './health.service.ts';

@Module({
  imports: [ProxyModule],
  controllers: [HealthController],
  providers: [HealthService],
  exports: [HealthService],
})
export class HealthModule {}
