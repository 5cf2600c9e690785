import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerEvent } from '@clearwatch/contracts/server-event';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { pino } from 'pino';
import { KitModule } from '../boot/kit.module.ts';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { AppError } from '../errors/app-error.ts';
import { QUEUE_BACKENDS, queueEnvironment, startSilentServer } from '../testing/queue-fixtures.ts';
import { startTestJobService, TEST_JOB, testJobs } from '../testing/test-job-service.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { JobProducer } from './job-producer.ts';
import { JobsModule } from './jobs.module.ts';
import { QueueInspector } from './queue-inspection.ts';
import { Reconciler } from './reconciler.ts';
import { ServerEventListener } from './server-event-listener.ts';

describe.each(QUEUE_BACKENDS)('queues on %s', (backend) => {
  let database: TestDatabase;
  let environment: ServiceEnvironment;
  let app: INestApplicationContext;
  let producer: JobProducer;
  let queue: Queue;

  beforeAll(async () => {
    database = await createTestDatabase();
    environment = queueEnvironment(backend, {
      databaseUrl: database.urlFor('ingest'),
      queueUrl: database.urlFor('ingest'),
      redisDatabase: 1,
    });
    app = await startTestJobService(environment);
    producer = app.get(JobProducer);
    queue = app.get<Queue>(getQueueToken(TEST_JOB.queue));
  });

  beforeEach(() => {
    testJobs.behavior = async () => undefined;
    testJobs.open = [];
    testJobs.failed = [];
  });

  afterEach(async () => {
    // Empty the queue first: resuming it would run this test's jobs during the next test.
    await queue.obliterate({ force: true });
    await queue.resume();
  });

  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it('a job runs once and is then removed from the queue', async () => {
    const seen: number[] = [];
    testJobs.behavior = async ({ number }) => void seen.push(number);
    await producer.enqueue(TEST_JOB, { number: 1 });
    await waitUntil('the job ran', () => seen.length > 0);
    await waitUntil('the job is removed', async () => (await queue.getJob('test.number-1')) === undefined);
    expect(seen).toEqual([1]);
  });

  it('jobs with a lower priority number run first, and equal ones in the order in which they were added', async () => {
    const seen: number[] = [];
    testJobs.behavior = async ({ number }) => void seen.push(number);
    await queue.pause();
    for (const [number, priority] of [
      [11, 3],
      [12, 1],
      [13, 2],
      [14, 1],
    ] as const)
      await producer.enqueue(TEST_JOB, { number }, { priority });
    await queue.resume();
    await waitUntil('all jobs ran', () => seen.length === 4);
    expect(seen).toEqual([12, 14, 13, 11]);
  });

  it('two jobs with the same identity are treated as one [fault 1.11]', async () => {
    const seen: number[] = [];
    testJobs.behavior = async ({ number }) => void seen.push(number);
    await queue.pause();
    await producer.enqueue(TEST_JOB, { number: 2 });
    await producer.enqueue(TEST_JOB, { number: 2 });
    await producer.enqueue(TEST_JOB, { number: 3 });
    await queue.resume();
    await waitUntil('both identities ran', () => seen.length >= 2);
    await waitUntil(
      'the queue is empty',
      async () => (await queue.getJobCountByTypes('wait', 'active', 'delayed')) === 0,
    );
    expect(seen.toSorted((a, b) => a - b)).toEqual([2, 3]);
  });

  it('a job payload with extra fields is rejected', async () => {
    const withName = { number: 4, name: 'a member' };
    await expect(producer.enqueue(TEST_JOB, withName)).rejects.toThrow(/malformed: name/);
  });

  it('a failed job is retried and its attempts are counted', async () => {
    const attempts: number[] = [];
    testJobs.behavior = async (_payload, run) => {
      attempts.push(run.attempt);
      if (run.attempt < 3) throw new AppError('unavailable', 'not now');
    };
    await producer.enqueue(TEST_JOB, { number: 5 });
    await waitUntil('the third attempt ran', () => attempts.length === 3);
    expect(attempts).toEqual([1, 2, 3]);
  });

  it('queue counts include waiting, active and failed jobs and workers [fault 1.10]', async () => {
    const queues = new QueueInspector(environment, pino({ level: 'silent' }));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let running = 0;
    testJobs.behavior = async ({ number }) => {
      if (number === 60) throw new Error('poison');
      running += 1;
      await released;
    };
    await producer.enqueue(TEST_JOB, { number: 60 });
    await waitUntil('one job is dead', async () => (await queue.getFailedCount()) === 1);
    await producer.enqueue(TEST_JOB, { number: 61 });
    await producer.enqueue(TEST_JOB, { number: 62 });
    await waitUntil('one job runs', () => running === 1);
    const all = await queues.counts();
    release();
    await queues.onModuleDestroy();
    const [here] = all.filter(({ name }) => name === TEST_JOB.queue);
    expect(here).toMatchObject({ waiting: 1, active: 1, failed: 1 });
    expect(here?.workers).toBeGreaterThanOrEqual(1);
    expect(all.filter(({ name }) => name !== TEST_JOB.queue).map(({ waiting }) => waiting)).toEqual(
      Array.from({ length: all.length - 1 }, () => 0),
    );
    await waitUntil('both ran', () => running === 2);
  });

  it('a permanently failed job is kept with its reason, and other jobs continue [fault 1.10]', async () => {
    const done: number[] = [];
    testJobs.behavior = async ({ number }) => {
      if (number === 6) throw new Error('poison');
      done.push(number);
    };
    await producer.enqueue(TEST_JOB, { number: 6 });
    await producer.enqueue(TEST_JOB, { number: 7 });
    await waitUntil('the next job ran', () => done.includes(7));
    await waitUntil('the failing job is dead', async () => (await queue.getFailedCount()) === 1);
    const [dead] = await queue.getFailed();
    expect(dead).toMatchObject({
      id: 'test.number-6',
      failedReason: 'internal in test.number',
      attemptsMade: 3,
    });
    // Queuing it again, for example by the reconciler, does not revive it.
    await producer.enqueue(TEST_JOB, { number: 6 });
    expect(await queue.getJobCountByTypes('wait', 'active', 'delayed')).toBe(0);
    testJobs.behavior = async ({ number }) => void done.push(number);
    await producer.removeFailed(TEST_JOB, { number: 6 });
    await producer.enqueue(TEST_JOB, { number: 6 });
    await waitUntil('the job ran again', () => done.includes(6));
  });

  it('failed jobs are listed and can be retried with all attempts or discarded', async () => {
    const queues = new QueueInspector(environment, pino({ level: 'silent' }));
    const tries: number[] = [];
    testJobs.behavior = async ({ number }, run) => {
      tries.push(run.attempt);
      throw new AppError('unavailable', `not now: ${number}`);
    };
    await producer.enqueue(TEST_JOB, { number: 70 });
    await waitUntil('it is dead', async () => (await queue.getFailedCount()) === 1);
    const [listed, ...others] = await queues.failedJobs();
    expect(others).toEqual([]);
    expect(listed).toMatchObject({
      queue: TEST_JOB.queue,
      id: 'test.number-70',
      name: TEST_JOB.name,
      attempts: 3,
      reason: 'unavailable in test.number',
    });
    expect(JSON.stringify(listed)).not.toContain('not now');
    expect(Date.now() - (listed?.failedAt.getTime() ?? 0)).toBeLessThan(60_000);
    await queues.retry({ queue: TEST_JOB.queue, id: 'test.number-70' });
    await waitUntil('all attempts were made again', () => tries.length === 6);
    expect(tries).toEqual([1, 2, 3, 1, 2, 3]);
    await waitUntil('it is dead again', async () => (await queue.getFailedCount()) === 1);
    await queues.discard({ queue: TEST_JOB.queue, id: 'test.number-70' });
    expect(await queues.failedJobs()).toEqual([]);
    const removedJob = { queue: TEST_JOB.queue, id: 'test.number-70' };
    await expect(queues.retry(removedJob)).rejects.toMatchObject({ code: 'not_found' });
    await expect(queues.discard(removedJob)).rejects.toMatchObject({ code: 'not_found' });
    await queues.onModuleDestroy();
  });

  it('a job that has not failed can be neither retried nor discarded', async () => {
    const queues = new QueueInspector(environment, pino({ level: 'silent' }));
    await queue.pause();
    await producer.enqueue(TEST_JOB, { number: 71 });
    const address = { queue: TEST_JOB.queue, id: 'test.number-71' };
    await expect(queues.retry(address)).rejects.toMatchObject({ code: 'not_found' });
    await expect(queues.discard(address)).rejects.toMatchObject({ code: 'not_found' });
    expect(await queue.getJob(address.id)).toBeDefined();
    await queues.onModuleDestroy();
  });

  it('a job that fails with a user error is not retried', async () => {
    let tries = 0;
    testJobs.behavior = async () => {
      tries += 1;
      throw new AppError('unprocessable', 'line 3 is broken');
    };
    await producer.enqueue(TEST_JOB, { number: 8 });
    await waitUntil('the job is dead', async () => (await queue.getFailedCount()) === 1);
    expect(tries).toBe(1);
  });

  it('open work in a table is queued again when its job is lost [fault 2.1]', async () => {
    const seen: number[] = [];
    await queue.pause();
    await producer.enqueue(TEST_JOB, { number: 9 });
    await queue.obliterate({ force: true });
    testJobs.behavior = async ({ number }) => void seen.push(number);
    testJobs.open = [{ number: 9 }];
    await queue.resume();
    await app.get(Reconciler).round();
    await waitUntil('the lost work was done', () => seen.includes(9));
  });

  it('jobs that failed during a database outage are queued again, but other failed jobs are not [fault 1.10]', async () => {
    const healed: number[] = [];
    let away = true;
    testJobs.behavior = async ({ number }) => {
      if (number === 21) throw new Error('poison');
      if (away) throw new AppError('unavailable', 'the database is away');
      healed.push(number);
    };
    await producer.enqueue(TEST_JOB, { number: 20 });
    await producer.enqueue(TEST_JOB, { number: 21 });
    await waitUntil('both are dead', async () => (await queue.getFailedCount()) === 2);
    away = false;
    testJobs.open = [{ number: 20 }, { number: 21 }];
    await app.get(Reconciler).round();
    await waitUntil('the transient job is done', () => healed.includes(20));
    expect((await queue.getFailed()).map(({ id }) => id)).toEqual(['test.number-21']);
    expect(testJobs.failed).toEqual([{ number: 21 }]);
  });

  it('events that a job publishes are delivered', async () => {
    const received: ServerEvent[] = [];
    const listener = new ServerEventListener(
      environment,
      (event) => void received.push(event),
      pino({ level: 'silent' }),
    );
    await listener.ready();
    try {
      testJobs.behavior = async (_payload, run) => {
        await run.publish({ type: 'detection.finished', runId: 4, alertsGenerated: 2 });
      };
      // The listener may start to read only after the first job has run. Screens also tolerate a lost event.
      await waitUntil('the event is received', async () => {
        await producer.enqueue(TEST_JOB, { number: 10 });
        return received.length > 0;
      });
      expect(received[0]).toEqual({ type: 'detection.finished', runId: 4, alertsGenerated: 2 });
    } finally {
      await listener.close();
    }
  });

  it('events that a service publishes without a job are delivered', async () => {
    const received: ServerEvent[] = [];
    const listener = new ServerEventListener(
      environment,
      (event) => void received.push(event),
      pino({ level: 'silent' }),
    );
    await listener.ready();
    try {
      await waitUntil('the event is received', async () => {
        await producer.publish({ type: 'alerts.changed', alerts: 3 });
        return received.length > 0;
      });
      expect(received[0]).toEqual({ type: 'alerts.changed', alerts: 3 });
    } finally {
      await listener.close();
    }
  });

  it('the job of a killed worker passes to another worker within 20 seconds [fault 1.1]', async () => {
    const seen: number[] = [];
    testJobs.behavior = async ({ number }) => void seen.push(number);
    const victim = await hangingWorkerWithJob(environment, async () => {
      await app.close();
      const sender = await producerOnly(environment);
      await sender.get(JobProducer).enqueue(TEST_JOB, { number: 11 });
      await sender.close();
    });
    victim.kill('SIGKILL');
    const killed = Date.now();
    app = await startTestJobService(environment);
    producer = app.get(JobProducer);
    queue = app.get<Queue>(getQueueToken(TEST_JOB.queue));
    await waitUntil('another worker did the job', () => seen.includes(11));
    expect(Date.now() - killed).toBeLessThan(20_000);
  }, 60_000);

  it('sending a job fails within four seconds when the queue never responds [fault 2.4]', async () => {
    const trap = await startSilentServer();
    const settings =
      backend === 'redis'
        ? { REDIS_URL: `redis://127.0.0.1:${trap.port}` }
        : { QUEUE_DATABASE_URL: `postgres://unknown:none@127.0.0.1:${trap.port}/none` };
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [
        compiled('stranded-sender'),
        JSON.stringify(settings),
      ]);
      const [outcome, milliseconds] = stdout.trim().split(' ');
      expect(outcome).toBe('unavailable');
      expect(Number(milliseconds)).toBeLessThan(4_000);
    } finally {
      await trap.close();
    }
  });
});

function producerOnly(environment: ServiceEnvironment): Promise<INestApplicationContext> {
  const apiOnly = Object.assign(
    Object.create(Object.getPrototypeOf(environment) as object) as ServiceEnvironment,
    environment,
    {
      PROCESS_ROLE: 'api' as const,
    },
  );
  const module = {
    module: class SenderModule {},
    imports: [
      KitModule.forRoot({ environment: apiOnly, logger: pino({ level: 'silent' }) }),
      JobsModule.forRoot({ environment: apiOnly, worksOn: [], sends: [TEST_JOB] }),
    ],
  };
  return NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
}

/** Helper processes run compiled files. */
function compiled(name: string): string {
  return join(import.meta.dirname, `../../dist/testing/${name}.js`);
}

/** A worker in a separate process that takes a job from the test queue and never finishes it. */
async function hangingWorkerWithJob(environment: ServiceEnvironment, send: () => Promise<void>): Promise<ChildProcess> {
  const settings = { REDIS_URL: environment.REDIS_URL, QUEUE_DATABASE_URL: environment.QUEUE_DATABASE_URL };
  const child = spawn(process.execPath, [compiled('hanging-worker'), TEST_JOB.queue, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await send();
  await waitUntil('the hanging worker holds the job', () => output.includes('taken'));
  return child;
}
