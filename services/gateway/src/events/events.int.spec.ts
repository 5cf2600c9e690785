import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { IMPORT_FILE } from '@clearwatch/contracts/jobs.dto';
import { KitModule } from '@clearwatch/service-kit/boot/kit.module';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { JobsModule } from '@clearwatch/service-kit/jobs/jobs.module';
import { QUEUE_BACKENDS, queueEnvironment } from '@clearwatch/service-kit/testing/queue-fixtures';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { type INestApplicationContext, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Response } from 'express';
import { pino } from 'pino';
import {
  cookieHeaderOf,
  createSignedInUser,
  type GatewayTestContext,
  idleSecondsOf,
  makeIdle,
  startGateway,
} from '../testing/gateway-test-context.ts';
import { EventStreams } from './event-streams.service.ts';

/** Each test file uses its own Redis database. */
const REDIS_DATABASE = 11;
const MORE_THAN_A_USER_MAY_OPEN = 13;

@Injectable()
@HandlesJob(IMPORT_FILE)
class TellingHandler implements JobHandler<{ importId: number }> {
  async handle({ importId }: { importId: number }, run: JobRun): Promise<void> {
    await run.publish({ type: 'ledger.projected', importId });
  }
}

@Module({ providers: [TellingHandler] })
class TellingModule {}

describe.each(QUEUE_BACKENDS)('live events, queues on %s', (backend) => {
  let gateway: GatewayTestContext;
  let worker: INestApplicationContext;
  let cookie: string;
  let userId: number;

  beforeAll(async () => {
    const { REDIS_URL } = backend === 'redis' ? queueEnvironment(backend, noDatabase) : {};
    gateway = await startGateway(REDIS_URL === undefined ? {} : { REDIS_URL, QUEUE_DATABASE_URL: undefined });
    const environment = queueEnvironment(backend, {
      databaseUrl: gateway.auth.database.urlFor('ingest'),
      queueUrl: gateway.auth.database.urlFor('ingest'),
      redisDatabase: REDIS_DATABASE,
    });
    const module = {
      module: class WorkerModule {},
      imports: [
        KitModule.forRoot({ environment, logger: pino({ level: 'silent' }) }),
        JobsModule.forRoot({ environment, worksOn: [IMPORT_FILE], sends: [] }),
        TellingModule,
      ],
    };
    worker = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    const { id, agent } = await createSignedInUser(gateway, { username: 'watching' });
    userId = id;
    cookie = cookieHeaderOf(agent);
    await gateway.app.get(EventStreams, { strict: false }).ready();
  });

  afterAll(async () => {
    await worker.close();
    await gateway.close();
  });

  const noDatabase = { databaseUrl: '', queueUrl: '', redisDatabase: REDIS_DATABASE };

  async function listen(sent = cookie) {
    const leave = new AbortController();
    const answer = await fetch(`${gateway.url}/api/events`, {
      headers: { cookie: sent },
      signal: leave.signal,
    });
    const received = { text: '', isOver: false };
    void (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of answer.body ?? []) received.text += decoder.decode(chunk);
    })()
      .catch(() => undefined)
      .finally(() => {
        received.isOver = true;
      });
    return { answer, received, leave: () => leave.abort() };
  }

  it('live events are sent from a job to every open browser', async () => {
    const [one, two] = await Promise.all([listen(), listen()]);
    expect(one.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await worker.get(JobProducer).enqueue(IMPORT_FILE, { importId: 4711 });
    const message = 'data: {"type":"ledger.projected","importId":4711}\n\n';
    await waitUntil(
      'both streams received the event',
      () => one.received.text.includes(message) && two.received.text.includes(message),
    );
    one.leave();
    two.leave();
  });

  it('live events are not sent after the session of a slow browser has ended', async () => {
    const streams = gateway.app.get(EventStreams, { strict: false });
    const { response, errors } = unreadResponse();
    streams.open({ userId: 0, sessionId: 'gone', response, isStillAllowed: async () => false });
    await streams.beat();
    expect(response.writableEnded).toBe(true);
    const { received, leave } = await listen();
    await worker.get(JobProducer).enqueue(IMPORT_FILE, { importId: 4712 });
    await waitUntil('the event was received', () => received.text.includes('4712'));
    // An error without a listener would crash the gateway.
    expect(errors).toEqual([]);
    leave();
  });

  it('the limit on live event streams does not count browsers that disconnect during the access check', async () => {
    const streams = gateway.app.get(EventStreams, { strict: false });
    const open = (response: Response): void =>
      streams.open({ userId: -1, sessionId: 'disconnected', response, isStillAllowed: async () => true });
    for (let reload = 0; reload < MORE_THAN_A_USER_MAY_OPEN; reload += 1) {
      const { response } = unreadResponse();
      response.destroy();
      open(response);
    }
    const { response } = unreadResponse();
    open(response);
    expect(response.statusCode).toBe(200);
    expect(response.getHeader('content-type')).toMatch(/^text\/event-stream/);
    response.destroy();
  });

  it('a live event stream sends heartbeats and ends with the session', async () => {
    const { received } = await listen();
    const streams = gateway.app.get(EventStreams, { strict: false });
    await streams.beat();
    await waitUntil('a heartbeat arrived', () => received.text.includes(': alive'));
    await gateway.auth.owner.query('UPDATE auth.users SET session_version = session_version + 1 WHERE id = $1', [
      userId,
    ]);
    await streams.beat();
    await waitUntil('the stream ended', () => received.isOver);
  });

  it('live event streams end immediately when the same gateway ends the session, and only for that session', async () => {
    const staff = await createSignedInUser(gateway, { username: 'two.windows' });
    const elsewhere = await staff.signInElsewhere();
    const [here, there] = [await listen(cookieHeaderOf(staff.agent)), await listen(cookieHeaderOf(elsewhere))];
    await staff.agent.delete('/api/auth/sessions');
    await waitUntil('the other stream ended', () => there.received.isOver, 2_000);
    expect(here.received.isOver).toBe(false);
    await staff.agent.post('/api/auth/logout');
    await waitUntil('this stream ended', () => here.received.isOver, 2_000);
  });

  it('a live event stream ends at the next heartbeat after the idle limit and does not count as activity', async () => {
    const staff = await createSignedInUser(gateway, { username: 'idle.watcher' });
    const { received } = await listen(cookieHeaderOf(staff.agent));
    const streams = gateway.app.get(EventStreams, { strict: false });
    await makeIdle(gateway, staff.id, 3_590);
    await streams.beat();
    await waitUntil('a heartbeat arrived', () => received.text.includes(': alive'));
    expect((await idleSecondsOf(gateway, staff.id))[0]).toBeGreaterThan(3_589);
    await makeIdle(gateway, staff.id, 3_601);
    await streams.beat();
    await waitUntil('the stream ended', () => received.isOver, 2_000);
  });

  it('live events require a signed-in user', async () => {
    const { answer } = await listen();
    expect(answer.status).toBe(401);
  });
});

function unreadResponse() {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const errors: unknown[] = [];
  response.on('error', (error) => errors.push(error));
  const status = () => response;
  return { response: Object.assign(response, { status }) as unknown as Response, errors };
}
