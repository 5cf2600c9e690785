import { setTimeout as pause } from 'node:timers/promises';
import {
  type ConnectionOptions,
  createPostgresBackend,
  type Queue,
  type QueueEvents,
  setDefaultBackendFactory,
} from 'bullmq';
import type { Logger } from 'pino';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import {
  ConnectionCircuitBreaker,
  clientWithCircuitBreaker,
  IDLE_CONNECTION_TIMEOUT_MS,
  KEEP_ALIVE,
  KEEP_ALIVE_AFTER_MS,
  withDedicatedClient,
} from '../database/database-connection.ts';
import { unavailableError } from '../errors/app-error.ts';
import { withTimeout } from '../time/async-timing.ts';

type QueueEnvironment = Pick<ServiceEnvironment, 'REDIS_URL' | 'QUEUE_DATABASE_URL'>;

const RETRY_EVERY_MS = 500;
const QUEUE_DATABASE_TIMEOUT_MS = 2_000;

/** BullMQ 6.7 never recovers from a failed first connection, after which the process could not send or run jobs. */
export async function waitForQueueDatabase(
  { REDIS_URL, QUEUE_DATABASE_URL }: QueueEnvironment,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  if (REDIS_URL !== undefined || QUEUE_DATABASE_URL === undefined) return;
  // No other handler is in place yet that ends the process when its parent exits.
  const end = (): never => process.exit(1);
  process.once('disconnect', end);
  for (let loggedReason: unknown = null; ; await pause(RETRY_EVERY_MS)) {
    const failure = await connectionFailure(QUEUE_DATABASE_URL);
    if (failure === null) break;
    if (failure !== loggedReason) logger.warn({ reason: failure }, 'waiting for the queue database');
    loggedReason = failure;
  }
  process.off('disconnect', end);
}

async function connectionFailure(url: string): Promise<string | null> {
  const which = { url, name: 'clearwatch-start', timeoutMs: QUEUE_DATABASE_TIMEOUT_MS };
  try {
    await withDedicatedClient(which, (client) => client.query('SELECT 1'));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const QUEUE_TIMEOUT_MS = 2_500;

/** @throws AppError `unavailable` when the work fails or takes longer than 2.5 seconds */
export async function withQueueTimeout<T>(work: T | Promise<T>): Promise<T> {
  try {
    return await withTimeout(QUEUE_TIMEOUT_MS, Promise.resolve(work));
  } catch (error) {
    throw unavailableError('The work queue is not responding. Please try again in a moment.', error);
  }
}

/** Disconnects first, because `close` alone can wait forever for a response. This is safe when no work is in flight. */
export async function closeQueue(queue: Queue | QueueEvents): Promise<void> {
  const cut = queue.getBackend().close(true);
  // After the disconnect, `close` does not wait for the queue and still stops the object's timers.
  queue.close().catch(() => undefined);
  await cut;
}

export const QUEUE_SCHEMA = 'queue';
const PRODUCER_TIMEOUT_MS = 2_000;

export interface QueueConnections {
  backend: 'redis' | 'postgres';
  /** Fails within two seconds, because a caller waits. */
  producer: ConnectionOptions;
  /** Waits without limit. */
  worker: ConnectionOptions;
}

/**
 * Uses Redis when `REDIS_URL` is set, otherwise PostgreSQL. The choice is process-wide, so call this before creating a
 * queue.
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
  const base = { url, connectTimeout: PRODUCER_TIMEOUT_MS, keepAlive: KEEP_ALIVE_AFTER_MS };
  return {
    backend: 'redis',
    producer: {
      ...base,
      commandTimeout: PRODUCER_TIMEOUT_MS,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
    },
    worker: { ...base, maxRetriesPerRequest: null },
  };
}

/**
 * The BullMQ worker retries immediately after every error except ECONNREFUSED. The circuit breaker fails without I/O,
 * so its loop would starve the process and the attempt that the circuit breaker waits for.
 */
const WORKER_FAILURE_DELAY_MS = 250;

function postgresConnections(connectionString: string): QueueConnections {
  const gate = new ConnectionCircuitBreaker();
  const base = {
    connectionString,
    schema: QUEUE_SCHEMA,
    Client: clientWithCircuitBreaker(gate),
    ...KEEP_ALIVE,
    migrate: false,
    idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
  };
  const producer = {
    ...base,
    max: 3,
    connectionTimeoutMillis: PRODUCER_TIMEOUT_MS,
    query_timeout: PRODUCER_TIMEOUT_MS,
  };
  const worker = {
    ...base,
    Client: clientWithCircuitBreaker(gate, WORKER_FAILURE_DELAY_MS),
    max: 4,
    connectionTimeoutMillis: 10_000,
  };
  return { backend: 'postgres', producer, worker };
}
