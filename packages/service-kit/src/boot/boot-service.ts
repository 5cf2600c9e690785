import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { EnvironmentError } from '../config/read-environment.ts';
import { runsApi, runsWorkers, type ServiceEnvironment } from '../config/service-environment.ts';
import { DatabaseModule } from '../database/database.module.ts';
import { ErrorFilter } from '../errors/app-error.ts';
import { HEALTH_PROBES, probesOf } from '../health/health-probe.ts';
import { HealthController, StatusController } from '../health/service-health.controller.ts';
import { bodyValidation, configureHttp } from '../http/configure-http.ts';
import { IdentityGuard } from '../identity/identity.guard.ts';
import { IdentityKeys } from '../identity/identity-token.ts';
import { JobProducer } from '../jobs/job-producer.ts';
import { JobsModule, type JobsOptions } from '../jobs/jobs.module.ts';
import { waitForQueueDatabase } from '../jobs/queue-connection.ts';
import { asNestLogger, createLogger } from '../logging/logger.ts';
import { startMetrics } from '../metrics/prometheus-metrics.ts';
import { serveOpenApi } from '../openapi/serve-openapi.ts';
import { startTracing } from '../tracing/tracing.ts';
import { KitModule } from './kit.module.ts';

export interface ServiceDefinition<E extends ServiceEnvironment> {
  /** Name of the service and audience of its identity tokens. */
  name: string;
  environment: E;
  /** Entities that every module can inject with `@InjectRepository(Entity)`. */
  entities: (new () => object)[];
  shared?: (Type | DynamicModule)[];
  api: (Type | DynamicModule)[];
  workers?: (Type | DynamicModule)[];
  jobs?: Omit<JobsOptions, 'environment'>;
}

class ServiceModule {}

/** Used for every process role and for tests. */
export function serviceModule<E extends ServiceEnvironment>(
  definition: ServiceDefinition<E>,
  logger: Logger,
): DynamicModule {
  const { name, environment, entities, shared = [], api, workers = [], jobs } = definition;
  return {
    module: ServiceModule,
    imports: [
      KitModule.forRoot({ environment, logger }),
      DatabaseModule.forRoot({ service: name, environment, entities }),
      ...(jobs === undefined ? [] : [JobsModule.forRoot({ environment, ...jobs })]),
      ...shared,
      ...(runsApi(environment) ? api : []),
      ...(runsWorkers(environment) ? workers : []),
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

const SHUTDOWN_GRACE_MS = 8_000;
/** Large uploads over slow connections exceed Node's default of five minutes. Idle limits end stalled uploads. */
const MAX_REQUEST_MS = 2 * 3_600_000;
/** Longer than proxy timeouts (nginx 60 s, Caddy 120 s). Otherwise, a proxy could reuse a closing connection (502). */
const KEEP_ALIVE_TIMEOUT_MS = 130_000;

/** Stops on SIGTERM or SIGINT, or when the parent process ends. */
export async function bootApplication(
  name: string,
  prepare: () => {
    environment: ServiceEnvironment;
    create: (logger: Logger) => Promise<NestExpressApplication>;
  },
): Promise<void> {
  const { environment, create } = exitOnBadEnvironment(name, prepare);
  const logger = createLogger({ service: name, level: environment.LOG_LEVEL });
  await waitForQueueDatabase(environment, logger);
  const endTracing = await startTracing(name, environment);
  await listen(await create(logger), { name, environment, logger, endTracing });
}

export async function bootService<E extends ServiceEnvironment>(
  name: string,
  define: () => ServiceDefinition<E>,
): Promise<void> {
  await bootApplication(name, () => {
    const definition = define();
    return {
      environment: definition.environment,
      create: (logger) => createServiceApplication(serviceModule(definition, logger), { logger, name }),
    };
  });
}

export async function createApplication(module: DynamicModule, logger: Logger): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(module, {
    logger: asNestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.useGlobalPipes(bodyValidation());
  return app;
}

export async function createServiceApplication(
  module: DynamicModule,
  options: { logger: Logger; name: string },
): Promise<NestExpressApplication> {
  const app = await createApplication(module, options.logger);
  configureHttp(app, options.logger);
  serveOpenApi(app, options.name);
  return app;
}

async function listen(
  app: NestExpressApplication,
  options: {
    name: string;
    environment: ServiceEnvironment;
    logger: Logger;
    endTracing: () => Promise<void>;
  },
): Promise<void> {
  const { environment, logger, endTracing } = options;
  await startMetrics(app, options);
  await app.listen(environment.PORT, environment.HOST);
  const server = app.getHttpServer();
  server.requestTimeout = MAX_REQUEST_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  const address = server.address();
  logger.info({ port: typeof address === 'object' && address !== null ? address.port : environment.PORT }, 'listening');

  let stopping = false;
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    // Ends the process after the grace period. The queue gives its jobs to another process.
    setTimeout(() => process.exit(1), SHUTDOWN_GRACE_MS).unref();
    server.closeIdleConnections();
    server.keepAliveTimeout = 1;
    try {
      await app.close();
      await endTracing();
      process.exit(0);
    } catch (error) {
      logger.error({ err: error }, 'shutdown failed');
      process.exit(1);
    }
  };
  process.once('SIGTERM', () => void stop('SIGTERM'));
  process.once('SIGINT', () => void stop('SIGINT'));
  process.once('disconnect', () => void stop('parent process ended'));
}

function exitOnBadEnvironment<T>(name: string, define: () => T): T {
  try {
    return define();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exit(78);
  }
}
