import { type ConnectionOptions, createPostgresBackend, setDefaultBackendFactory } from 'bullmq';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { gatedClient } from '../database/connection-gate.ts';
import { KEEP_ALIVE, KEEP_ALIVE_AFTER_MS } from '../database/keep-alive.ts';

/** The schema that carries the queues when they live in PostgreSQL. */
export const QUEUE_SCHEMA = 'queue';
const PRODUCER_PATIENCE_MS = 2_000;

type QueueEnvironment = Pick<ServiceEnvironment, 'REDIS_URL' | 'QUEUE_DATABASE_URL'>;

export interface QueueConnections {
  backend: 'redis' | 'postgres';
  /** Fails within two seconds: somebody waits for the answer. */
  producer: ConnectionOptions;
  /** Waits for as long as it takes: nobody waits for a worker. */
  worker: ConnectionOptions;
}

/**
 * Queues on Redis when `REDIS_URL` is set, otherwise on PostgreSQL. BullMQ's backend is process-wide, so this is
 * called once, before the first queue is made.
 */
export function connectQueues(environment: QueueEnvironment): QueueConnections {
  if (environment.REDIS_URL !== undefined) {
    setDefaultBackendFactory();
    return redisConnections(environment.REDIS_URL);
  }
  if (environment.QUEUE_DATABASE_URL === undefined) {
    throw new Error('Set REDIS_URL (queues on Redis) or QUEUE_DATABASE_URL (queues on PostgreSQL).');
  }
  setDefaultBackendFactory(createPostgresBackend as Parameters<typeof setDefaultBackendFactory>[0]);
  return postgresConnections(environment.QUEUE_DATABASE_URL);
}

function redisConnections(url: string): QueueConnections {
  const { hostname, port, username, password, pathname, protocol } = new URL(url);
  const base = {
    host: hostname,
    port: port === '' ? 6379 : Number(port),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(pathname.length > 1 ? { db: Number(pathname.slice(1)) } : {}),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
    connectTimeout: PRODUCER_PATIENCE_MS,
    keepAlive: KEEP_ALIVE_AFTER_MS,
  };
  return {
    backend: 'redis',
    producer: {
      ...base,
      commandTimeout: PRODUCER_PATIENCE_MS,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
    },
    worker: { ...base, maxRetriesPerRequest: null },
  };
}

function postgresConnections(connectionString: string): QueueConnections {
  const base = {
    connectionString,
    schema: QUEUE_SCHEMA,
    Client: gatedClient(),
    ...KEEP_ALIVE,
    migrate: false,
  };
  const producer = {
    ...base,
    max: 3,
    connectionTimeoutMillis: PRODUCER_PATIENCE_MS,
    query_timeout: PRODUCER_PATIENCE_MS,
  };
  const worker = { ...base, max: 4, connectionTimeoutMillis: 10_000 };
  return {
    backend: 'postgres',
    producer,
    worker,
  };
}
