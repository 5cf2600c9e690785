import type { INestApplicationContext } from '@nestjs/common';
import { collectDefaultMetrics, register } from '@prometheus-io/client';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { poolOf } from '../database/pool.ts';
import { SOFTWARE_VERSION } from '../health/software-version.ts';
import { JobProducer } from '../jobs/job-producer.ts';
import { watchDependencies } from './dependency-metrics.ts';
import { serveMetrics } from './metrics-server.ts';
import { watchPool } from './pool-metrics.ts';
import { watchQueues } from './queue-metrics.ts';

type MetricsEnvironment = Pick<ServiceEnvironment, 'METRICS_HOST' | 'METRICS_PORT' | 'PROCESS_ROLE'>;

/** Once a process, when an operator wants it watched: without METRICS_PORT nothing is measured but counted. */
export async function openMetrics(
  app: INestApplicationContext,
  options: { name: string; environment: MetricsEnvironment; logger: Logger },
): Promise<void> {
  const { name, environment, logger } = options;
  if (environment.METRICS_PORT === undefined) return;
  register.setDefaultLabels({ service: name, role: environment.PROCESS_ROLE, version: SOFTWARE_VERSION });
  const database = app.get(DataSource, { strict: false });
  const producer = app.get(JobProducer, { strict: false });
  collectDefaultMetrics();
  watchPool(poolOf(database));
  watchQueues(producer);
  watchDependencies([
    { name: 'database', ask: () => database.query('SELECT 1') },
    { name: 'queue', ask: () => producer.ask() },
  ]);
  const server = await serveMetrics({ host: environment.METRICS_HOST, port: environment.METRICS_PORT });
  const address = server.address();
  logger.info({ port: typeof address === 'object' ? address?.port : null }, 'metrics are told');
}
