import { createServer, type Socket } from 'node:net';
import type { QueueName } from '@clearwatch/contracts/job-definition';
import { Queue, Worker } from 'bullmq';
import { ServiceEnvironment } from '../config/service-environment.ts';
import { connectQueues } from '../jobs/queue-connection.ts';
import { waitUntil } from './wait-until.ts';

/** A queue as its producers see it, for tests that inspect or empty it. */
export function openQueue(name: QueueName, settings: Parameters<typeof connectQueues>[0]): Queue {
  const queue = new Queue(name, { connection: connectQueues(settings).producer });
  queue.on('error', () => undefined);
  return queue;
}

/** Queues a job that fails permanently on its only attempt with this error text. */
export async function createFailedJob(
  settings: Parameters<typeof connectQueues>[0],
  { queue: name, id, reason }: { queue: QueueName; id: string; reason: string },
): Promise<void> {
  const queue = openQueue(name, settings);
  await queue.add(id.split('-')[0] ?? id, {}, { jobId: id });
  const { worker: connection } = connectQueues(settings);
  const worker = new Worker(name, () => Promise.reject(new Error(reason)), { connection });
  worker.on('error', () => undefined);
  await waitUntil('the job is dead', async () => (await queue.getFailedCount()) > 0);
  await worker.close();
  await queue.close();
}

/**
 * The two backends for queue tests. The test command provides both servers; without one, tests fail and are not
 * skipped.
 */
export const QUEUE_BACKENDS = ['postgres', 'redis'] as const;
export type QueueBackendName = (typeof QUEUE_BACKENDS)[number];

const REDIS_VARIABLE = 'TEST_REDIS_URL';
/** Default number of databases in a Redis server. */
const USUAL_DATABASES = 16;
/** Number of databases reserved for each Jest worker, which runs one test file at a time. */
const DATABASES_OF_A_WORKER = 32;

/**
 * A database on the Redis test server. Each test file uses its own number, and each Jest worker a different range, so
 * that files can run in parallel.
 * @param number below 32
 */
export function redisUrlForTests(number: number): string {
  const server = process.env[REDIS_VARIABLE];
  if (server === undefined) {
    throw new Error(`${REDIS_VARIABLE} is not set: run queue tests through the test command in the README.`);
  }
  const databases = Number(process.env['TEST_REDIS_DATABASES'] ?? USUAL_DATABASES);
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 0);
  return `${server}/${(number + worker * DATABASES_OF_A_WORKER) % databases}`;
}

export function queueEnvironment(
  backend: QueueBackendName,
  options: { databaseUrl: string; queueUrl: string; redisDatabase: number },
): ServiceEnvironment {
  const environment = Object.assign(new ServiceEnvironment(), {
    PORT: 0,
    DATABASE_URL: options.databaseUrl,
    IDENTITY_KEYS: '0'.repeat(64),
    LOG_LEVEL: 'silent' as const,
  });
  if (backend === 'postgres') return Object.assign(environment, { QUEUE_DATABASE_URL: options.queueUrl });
  return Object.assign(environment, { REDIS_URL: redisUrlForTests(options.redisDatabase) });
}

/** A server that accepts connections and never responds, like a network black hole. */
export async function startSilentServer(): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
