import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import type { ServiceEnvironment } from '../config/service-environment.ts';

const LOOK_AGAIN_MS = 500;
const PATIENCE_MS = 2_000;

/**
 * Waits until the PostgreSQL of the queues answers; not at all when they are on Redis. BullMQ 6.7 remembers for ever that its first
 * connection failed: a process that connected too early would neither send nor work until somebody starts it again.
 */
export async function awaitQueueDatabase(
  { REDIS_URL, QUEUE_DATABASE_URL }: Pick<ServiceEnvironment, 'REDIS_URL' | 'QUEUE_DATABASE_URL'>,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  if (REDIS_URL !== undefined || QUEUE_DATABASE_URL === undefined) return;
  // Nothing of this process is open yet that would end it when the one that started it is gone.
  const end = (): never => process.exit(1);
  process.once('disconnect', end);
  for (let saidWhy: unknown = null; ; await pause(LOOK_AGAIN_MS)) {
    const failure = await failureOf(QUEUE_DATABASE_URL);
    if (failure === null) break;
    if (failure !== saidWhy) logger.warn({ reason: failure }, 'waiting for the database of the queues');
    saidWhy = failure;
  }
  process.off('disconnect', end);
}

/** @returns why it does not answer; null when it does */
async function failureOf(connectionString: string): Promise<string | null> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
