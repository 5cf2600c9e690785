import { connect, createServer, type Socket } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { pino } from 'pino';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { queueEnvironment, startSilentServer } from '../testing/queue-fixtures.ts';
import { startTestJobService, TEST_JOB, testJobs } from '../testing/test-job-service.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { withTimeout } from '../time/async-timing.ts';
import { JobProducer } from './job-producer.ts';
import { ServerEventListener } from './server-event-listener.ts';

/** Shutdown is limited to ten seconds, and requests and the database need some of that time. */
const AT_MOST_MS = 5_000;

/** Nothing listens there. */
const UNUSED_URL = 'redis://127.0.0.1:1';

/** Redis behind a proxy that can be closed. */
async function startRedisProxy(): Promise<{ url: string; stopProxy: () => Promise<void> }> {
  const redis = new URL(onRedis().REDIS_URL ?? '');
  const { hostname, port } = redis;
  const sockets = new Set<Socket>();
  const server = createServer((inside) => {
    const outside = connect(Number(port), hostname);
    for (const [one, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  redis.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  return {
    url: redis.href,
    stopProxy: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function onRedis(): ServiceEnvironment {
  return queueEnvironment('redis', { databaseUrl: '', queueUrl: '', redisDatabase: 12 });
}

/** A service that works on a queue and receives job events. */
async function started(url: string): Promise<{ app: INestApplicationContext; stop: () => Promise<void> }> {
  const environment = Object.assign(onRedis(), { REDIS_URL: url });
  const app = await startTestJobService(environment);
  const listener = new ServerEventListener(environment, () => undefined, pino({ level: 'silent' }));
  return {
    app,
    stop: () =>
      withTimeout(
        AT_MOST_MS,
        Promise.all([listener.close(), app.close()]).then(() => undefined),
      ),
  };
}

describe('shutdown', () => {
  it('a process with queues shuts down although nothing listens at the queue address [fault 1.7]', async () => {
    const { stop } = await started(UNUSED_URL);
    await expect(stop()).resolves.toBeUndefined();
  });

  it('a process with queues shuts down although the queue never responds [fault 1.7]', async () => {
    const trap = await startSilentServer();
    const { stop } = await started(`redis://127.0.0.1:${trap.port}`);
    await expect(stop()).resolves.toBeUndefined();
    await trap.close();
  });

  it('a process with queues shuts down although the queue has disconnected [fault 1.7]', async () => {
    const proxy = await startRedisProxy();
    const { app, stop } = await started(proxy.url);
    await app.get(JobProducer).checkQueues();
    await proxy.stopProxy();
    await expect(stop()).resolves.toBeUndefined();
  });

  it('a process finishes its current job during shutdown while the queue responds [fault 1.5]', async () => {
    const { app, stop } = await started(onRedis().REDIS_URL ?? '');
    let finished = 0;
    let begun = 0;
    testJobs.behavior = async () => {
      begun += 1;
      await new Promise((resolve) => {
        setTimeout(resolve, 1_000);
      });
      finished += 1;
    };
    await app.get(JobProducer).enqueue(TEST_JOB, { number: 77 });
    await waitUntil('the job has started', () => begun === 1);
    await expect(stop()).resolves.toBeUndefined();
    expect(finished).toBe(1);
  });
});
