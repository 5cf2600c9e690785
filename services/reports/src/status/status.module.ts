import { STATUS_SOURCE } from '@clearwatch/service-kit/health/service-health.controller';
import { Module } from '@nestjs/common';
import { TodayModule } from '../today.module.ts';
import { ReportsStatus } from './reports-status.ts';

@Module({
  imports: [TodayModule],
  providers: [{ provide: STATUS_SOURCE, useClass: ReportsStatus }],
  exports: [STATUS_SOURCE],
})
export class StatusModule {}
