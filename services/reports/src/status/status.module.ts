import { STATUS_SOURCE } from '@clearwatch/service-kit/health/status-source';
import { Today } from '@clearwatch/service-kit/time/today';
import { Module } from '@nestjs/common';
import { ReportsStatus } from './reports-status.ts';

@Module({
  providers: [Today, { provide: STATUS_SOURCE, useClass: ReportsStatus }],
  exports: [STATUS_SOURCE],
})
export class StatusModule {}
