import 'reflect-metadata';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { EnvironmentError } from '../config/read-environment.ts';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { awaitQueueDatabase } from '../jobs/await-queue-database.ts';
import { asNestLogger, createLogger } from '../logging/logger.ts';
import { openMetrics } from '../metrics/open-metrics.ts';
import { serveOpenApi } from '../openapi/serve-openapi.ts';
import { openTracing } from '../tracing/open-tracing.ts';
import { configureHttp } from './configure-http.ts';
import { type ServiceDefinition, serviceModule } from './service-module.ts';

/** How long requests in flight may take after a stop was asked for. */
const SHUTDOWN_GRACE_MS = 8_000;
/** A large file over a slow line takes longer than Node's five minutes; what stalls is cut off by idle limits. */
const LONGEST_REQUEST_MS = 2 * 3_600_000;
/**
 * Longer than what stands before a service keeps a connection that nobody uses (nginx 60 s, Caddy 120 s; our gateway does as it
 * is told): whoever waits longer sends a request into a connection that is just being closed, and his user reads 502.
 */
const UNUSED_CONNECTION_MS = 130_000;

/**
 * Starts one service process: reads its environment, builds the application, listens, and stops cleanly on SIGTERM,
 * SIGINT or when the process that started it is gone.
 */
export async function bootService<E extends ServiceEnvironment>(
  name: string,
  define: () => ServiceDefinition<E>,
): Promise<void> {
  const definition = exitOnBadEnvironment(name, define);
  const logger = createLogger({ service: name, level: definition.environment.LOG_LEVEL });
  const { environment } = definition;
  await awaitQueueDatabase(environment, logger);
  const endTracing = await openTracing(name, environment);
  const app = await createServiceApplication(serviceModule(definition, logger), { logger, name });
  await listen(app, { name, environment, logger, endTracing });
}

export async function createServiceApplication(
  module: DynamicModule,
  options: { logger: Logger; name: string },
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(module, {
    logger: asNestLogger(options.logger),
    bodyParser: false,
    abortOnError: false,
  });
  configureHttp(app, { logger: options.logger, trustIncomingRequestId: true });
  serveOpenApi(app, options.name);
  return app;
}

/** Listens, says so, and arranges the stop. */
export async function listen(
  app: NestExpressApplication,
  options: {
    name: string;
    environment: ServiceEnvironment;
    logger: Logger;
    /** Sends what is left of the traces, after everything else. */
    endTracing: () => Promise<void>;
  },
): Promise<void> {
  const { environment, logger, endTracing } = options;
  await openMetrics(app, options);
  await app.listen(environment.PORT, environment.HOST);
  const server = app.getHttpServer();
  server.requestTimeout = LONGEST_REQUEST_MS;
  server.keepAliveTimeout = UNUSED_CONNECTION_MS;
  const address = server.address();
  logger.info(
    { port: typeof address === 'object' && address !== null ? address.port : environment.PORT },
    'listening',
  );

  let stopping = false;
  const stop = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    // Whatever still hangs after the grace period is cut off; the queue hands its work to another process.
    setTimeout(() => process.exit(1), SHUTDOWN_GRACE_MS).unref();
    server.closeIdleConnections();
    // Those in use now are closed after their answer.
    server.keepAliveTimeout = 1;
    app
      .close()
      .then(endTracing)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'stopping failed');
          process.exit(1);
        },
      );
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
  process.once('disconnect', () => stop('parent is gone'));
}

export function exitOnBadEnvironment<T>(name: string, define: () => T): T {
  try {
    return define();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exit(78);
  }
}
