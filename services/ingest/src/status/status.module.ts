import { STATUS_SOURCE } from '@clearwatch/service-kit/health/service-health.controller';
import { Module } from '@nestjs/common';
import { IngestStatus } from './ingest-status.ts';

@Module({
  providers: [{ provide: STATUS_SOURCE, useClass: IngestStatus }],
  exports: [STATUS_SOURCE],
})
export class StatusModule {}
