import type { DynamicModule, Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, Reflector } from '@nestjs/core';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { runsApi, type ServiceEnvironment } from '../config/service-environment.ts';
import { DatabaseModule } from '../database/database.module.ts';
import { ErrorFilter } from '../errors/error.filter.ts';
import { HealthController } from '../health/health.controller.ts';
import { HEALTH_PROBES, type HealthProbe } from '../health/health-probe.ts';
import { StatusController } from '../health/status.controller.ts';
import { IdentityGuard } from '../identity/identity.guard.ts';
import { IdentityKeys } from '../identity/identity-token.ts';
import { JobProducer } from '../jobs/job-producer.ts';
import { JobsModule, type JobsOptions } from '../jobs/jobs.module.ts';
import { KitModule } from './kit.module.ts';

export interface ServiceDefinition<E extends ServiceEnvironment> {
  /** Also the audience of identities and the PostgreSQL schema's short name. */
  name: string;
  environment: E;
  entities: (new () => object)[];
  /** Providers needed by api and worker alike. */
  shared?: (Type | DynamicModule)[];
  /** Modules with controllers; left out of worker processes. */
  api: (Type | DynamicModule)[];
  /** Modules with job handlers; left out of api processes. */
  workers?: (Type | DynamicModule)[];
  jobs?: Omit<JobsOptions, 'environment'>;
}

class ServiceModule {}

/** Puts a service together the same way for every process role and for tests. */
export function serviceModule<E extends ServiceEnvironment>(
  definition: ServiceDefinition<E>,
  logger: Logger,
): DynamicModule {
  const { name, environment, entities, shared = [], api, workers = [], jobs } = definition;
  const withWorkers = environment.PROCESS_ROLE !== 'api';
  return {
    module: ServiceModule,
    imports: [
      KitModule.forRoot({ environment, logger }),
      DatabaseModule.forRoot({ service: name, environment, entities }),
      ...(jobs === undefined ? [] : [JobsModule.forRoot({ environment, ...jobs })]),
      ...shared,
      ...(runsApi(environment) ? api : []),
      ...(withWorkers ? workers : []),
    ],
    controllers: [HealthController, StatusController],
    providers: [
      { provide: APP_FILTER, useFactory: () => new ErrorFilter(logger) },
      {
        provide: APP_GUARD,
        useFactory: (reflector: Reflector) =>
          new IdentityGuard(reflector, { service: name, keys: new IdentityKeys(environment.IDENTITY_KEYS) }),
        inject: [Reflector],
      },
      {
        provide: HEALTH_PROBES,
        useFactory: probesOf,
        inject: [DataSource, ...(jobs === undefined ? [] : [JobProducer])],
      },
    ],
  };
}

function probesOf(database: DataSource, producer?: JobProducer): HealthProbe[] {
  return [
    { name: 'database', ask: () => database.query('SELECT 1') },
    ...(producer === undefined ? [] : [{ name: 'queue', ask: () => producer.ask() }]),
  ];
}
