import { createServer, type Server } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, register } from '@prometheus-io/client';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { poolOf } from '../database/database-connection.ts';
import { checkHealth, type HealthProbe, probesOf } from '../health/health-probe.ts';
import { SOFTWARE_VERSION } from '../health/software-version.ts';
import { JobProducer } from '../jobs/job-producer.ts';
import type { QueueFigures } from '../jobs/queue-inspection.ts';

/**
 * Keeps names, ids and addresses out of labels. Series start at 0, so that the first event registers as an increase.
 */
export class FixedLabelCounter<Value extends string> {
  private readonly counter: Counter<string>;
  private readonly label: string;

  /** @param options.name begins with `clearwatch_` and ends in `_total` */
  constructor(options: { name: string; help: string; label: string; values: readonly Value[] }) {
    const { name, help, label, values } = options;
    this.label = label;
    this.counter = new Counter({ name, help, labelNames: [label] });
    for (const value of values) this.count(value, 0);
  }

  count(value: Value, times = 1): void {
    this.counter.inc({ [this.label]: value }, times);
  }
}

function watchDependencies(probes: readonly HealthProbe[]): void {
  const gauge = new Gauge({
    name: 'clearwatch_dependency_up',
    help: '1 if the process can reach the dependency, otherwise 0.',
    labelNames: ['dependency'],
    collect: async () => {
      const { checks } = await checkHealth(probes);
      for (const { name, state } of checks) gauge.set({ dependency: name }, state === 'up' ? 1 : 0);
    },
  });
}

/** Requests to the database and the queue may each take a few seconds to time out. */
const SCRAPE_TIMEOUT_MS = 10_000;

/**
 * Serves `/metrics` on a separate port, because metrics reveal the institution's activity even without member data.
 * Anyone who can reach the port can read them.
 * @throws Error when it cannot listen
 */
export async function serveMetrics(address: { host: string; port: number }): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    register.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.requestTimeout = SCRAPE_TIMEOUT_MS;
  // The metrics server must not keep the process alive.
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return server;
}

function watchPool(pool: Pool): void {
  gauge('clearwatch_database_pool_size', 'Maximum database connections.', () => pool.options.max);
  gauge('clearwatch_database_pool_open', 'Open database connections.', () => pool.totalCount);
  gauge('clearwatch_database_pool_idle', 'Idle database connections.', () => pool.idleCount);
  gauge('clearwatch_database_pool_waiting', 'Callers waiting for a connection.', () => pool.waitingCount);
}

function gauge(name: string, help: string, read: () => number): void {
  const instance: Gauge = new Gauge({ name, help, collect: () => instance.set(read()) });
}

/** All processes report the same queues, so aggregate with `max by (queue, state)`. */
function watchQueues(producer: JobProducer): void {
  let pending: Promise<QueueFigures[]> | null = null;
  /** Shared by both gauges in a scrape. If a queue does not respond, neither reports stale values. */
  const readFigures = (): Promise<QueueFigures[]> => {
    pending ??= producer
      .count()
      .catch(() => [])
      .finally(() => {
        pending = null;
      });
    return pending;
  };
  const jobs: Gauge<string> = new Gauge({
    name: 'clearwatch_queue_jobs',
    help: 'Jobs in each queue by state: waiting, active, delayed until the next attempt, failed permanently.',
    labelNames: ['queue', 'state'],
    collect: async () => {
      const counted = await readFigures();
      jobs.reset();
      for (const { name: queue, waiting, active, delayed, failed } of counted)
        for (const [state, count] of Object.entries({ waiting, active, delayed, failed }))
          jobs.set({ queue, state }, count);
    },
  });
  const workers: Gauge<string> = new Gauge({
    name: 'clearwatch_queue_workers',
    help: 'Worker processes for each queue.',
    labelNames: ['queue'],
    collect: async () => {
      const counted = await readFigures();
      workers.reset();
      for (const { name: queue, workers: count } of counted) workers.set({ queue }, count);
    },
  });
}

/** Call once per process. Does nothing without METRICS_PORT. */
export async function startMetrics(
  app: INestApplicationContext,
  options: { name: string; environment: ServiceEnvironment; logger: Logger },
): Promise<void> {
  const { name, environment, logger } = options;
  if (environment.METRICS_PORT === undefined) return;
  register.setDefaultLabels({ service: name, role: environment.PROCESS_ROLE, version: SOFTWARE_VERSION });
  const database = app.get(DataSource, { strict: false });
  const producer = app.get(JobProducer, { strict: false });
  collectDefaultMetrics();
  watchPool(poolOf(database));
  watchQueues(producer);
  watchDependencies(probesOf(database, producer));
  const server = await serveMetrics({ host: environment.METRICS_HOST, port: environment.METRICS_PORT });
  const address = server.address();
  logger.info({ port: typeof address === 'object' ? address?.port : null }, 'serving metrics');
}
