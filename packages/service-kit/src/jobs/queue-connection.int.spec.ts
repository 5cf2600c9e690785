import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { queueEnvironment, startSilentServer } from '../testing/queue-fixtures.ts';
import { startTestJobService, TEST_JOB, testJobs } from '../testing/test-job-service.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { JobProducer } from './job-producer.ts';
import { waitForQueueDatabase } from './queue-connection.ts';

let database: TestDatabase;
let forwarder: Server | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  forwarder?.close();
  await database.drop();
});

/** Forwards connections to the database from a port that was closed before. */
function startForwarder(port: number): Server {
  const { hostname, port: behind } = new URL(database.urlFor('ingest'));
  return createServer((inside) => {
    const outside = connect(Number(behind), hostname);
    inside.on('error', () => outside.destroy());
    outside.on('error', () => inside.destroy());
    inside.pipe(outside).pipe(inside);
  }).listen(port, '127.0.0.1');
}

describe('queue database at start', () => {
  it('a process waits for its queue database, logs the reason once and continues when it is back [fault 3.6]', async () => {
    const trap = await startSilentServer();
    await trap.close();
    const url = new URL(database.urlFor('ingest'));
    url.host = `127.0.0.1:${trap.port}`;
    const logged: unknown[] = [];
    const waiting = waitForQueueDatabase(
      { QUEUE_DATABASE_URL: url.href },
      { warn: (...words: unknown[]) => void logged.push(words) },
    );
    await waitUntil('the reason is logged', async () => logged.length > 0);
    const immediately = Promise.resolve('still waiting');
    expect(await Promise.race([waiting, immediately])).toBe('still waiting');

    forwarder = startForwarder(trap.port);
    await waiting;
    expect(logged).toEqual([[{ reason: expect.stringContaining('ECONNREFUSED') }, 'waiting for the queue database']]);
  });

  it('a process whose queues are on Redis does not wait for the queue database', async () => {
    const nowhere = 'postgres://nobody@127.0.0.1:1/none';
    const logged: unknown[] = [];
    await waitForQueueDatabase(
      { REDIS_URL: 'redis://127.0.0.1:1', QUEUE_DATABASE_URL: nowhere },
      { warn: (...words: unknown[]) => void logged.push(words) },
    );
    expect(logged).toEqual([]);
  });
});

/** PostgreSQL behind a proxy that can refuse new sessions like a recovering server, or stop responding. */
async function startProxy() {
  const { hostname, port } = new URL(database.urlFor('ingest'));
  const sockets = new Set<Socket>();
  let mode: 'forward' | 'refuse' | 'hang' = 'forward';
  const server = createServer((inside) => {
    sockets.add(inside);
    inside.on('error', () => undefined);
    if (mode === 'hang') return;
    if (mode === 'refuse') {
      // Protocol 3.0, ErrorResponse.
      const fields = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is in recovery mode\0\0';
      const length = Buffer.alloc(4);
      length.writeInt32BE(4 + fields.length);
      inside.once('data', () => inside.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])));
      return;
    }
    const outside = connect(Number(port), hostname);
    sockets.add(outside);
    inside.on('close', () => outside.destroy());
    outside.on('error', () => inside.destroy()).on('close', () => inside.destroy());
    inside.pipe(outside).pipe(inside);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const url = new URL(database.urlFor('ingest'));
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  return {
    url: url.href,
    server,
    set: (wanted: typeof mode) => {
      mode = wanted;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
}

describe('queue database during a job', () => {
  it('a worker stays responsive while its queue database recovers, and then resumes the job', async () => {
    const proxy = await startProxy();
    const environment = queueEnvironment('postgres', {
      databaseUrl: database.urlFor('ingest'),
      queueUrl: proxy.url,
      redisDatabase: 1,
    });
    const app = await startTestJobService(environment);
    const producer = app.get(JobProducer);
    let runs = 0;
    let fail: (error: Error) => void = () => undefined;
    testJobs.behavior = () => {
      runs += 1;
      if (runs > 1) return Promise.resolve();
      return new Promise((_resolve, reject) => {
        fail = reject;
      });
    };
    await producer.enqueue(TEST_JOB, { number: 1 });
    await waitUntil('the job runs', () => runs === 1);

    proxy.set('refuse');
    await waitUntil('PostgreSQL refuses', () =>
      producer.checkQueues().then(
        () => false,
        (error: { code?: string }) => error.code === '57P03',
      ),
    );
    await pause(600);
    proxy.set('hang');
    // Starts the connection attempt that all callers wait for, before the worker starts to retry.
    const check = producer.checkQueues().catch(() => undefined);
    fail(new Error('Connection terminated unexpectedly'));
    const before = performance.now();
    const { user } = process.cpuUsage();
    await pause(1_000);
    expect(performance.now() - before).toBeLessThan(2_000);
    expect(process.cpuUsage().user - user).toBeLessThan(500_000);

    await check;
    proxy.set('forward');
    await waitUntil('the job runs again', () => runs === 2, 40_000);
    await app.close();
    proxy.server.close();
  }, 60_000);
});

// cspell:ignore mthe
