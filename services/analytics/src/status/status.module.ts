import { STATUS_SOURCE } from '@clearwatch/service-kit/health/service-health.controller';
import { Module } from '@nestjs/common';
import { FiguresModule } from '../dashboard/figures/figures.module.ts';
import { AnalyticsStatus } from './analytics-status.ts';

@Module({
  imports: [FiguresModule],
  providers: [{ provide: STATUS_SOURCE, useClass: AnalyticsStatus }],
  exports: [STATUS_SOURCE],
})
export class StatusModule {}
