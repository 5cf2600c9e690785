import type { AuditSource } from '@clearwatch/contracts/jobs.dto';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { JobProducer } from '../jobs/job-producer.ts';
import { LOGGER } from '../logging/logger.ts';
import { AuditRelay, AuditTrail } from './audit-trail.service.ts';

/** The service's jobs must list RECORD_AUDIT_EVENT under "sends". */
@Global()
@Module({})
export class AuditTrailModule {
  static forRoot(options: { source: AuditSource; schema: string }): DynamicModule {
    return {
      module: AuditTrailModule,
      providers: [
        {
          provide: AuditRelay,
          useFactory: (database: DataSource, producer: JobProducer, logger: Logger) =>
            new AuditRelay(options, database, producer, logger),
          inject: [DataSource, JobProducer, LOGGER],
        },
        AuditTrail,
      ],
      exports: [AuditTrail, AuditRelay],
    };
  }
}
