import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { QUEUES } from '@clearwatch/contracts/job-definition';
import { createTestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { AuditRelay, AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { openQueue, QUEUE_BACKENDS, queueEnvironment } from '@clearwatch/service-kit/testing/queue-fixtures';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import pg from 'pg';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { TEST_ADMIN, TestAuditLog } from '../testing/audit-log-fixtures.ts';
import { type AuthTestContext, startAuth } from '../testing/auth-test-context.ts';
import { RecordAuditEventProcessor } from './record-audit-event.processor.ts';

const REDIS_DATABASE = 9;
const RUNNING = { signal: new AbortController().signal };

/** The outbox, relay and producer of the ingest service, without the rest of it. */
interface Sender {
  source: DataSource;
  relay: AuditRelay;
  trail: AuditTrail;
  queue: ReturnType<typeof openQueue>;
  close(): Promise<void>;
}

describe.each(QUEUE_BACKENDS)('audit event of another service, queue on %s', (backend) => {
  let audit: TestAuditLog;
  let auth: AuthTestContext | null;
  let sender: Sender;
  let settings: { REDIS_URL?: string; QUEUE_DATABASE_URL?: string };

  beforeAll(async () => {
    audit = await TestAuditLog.open(await createTestDatabase());
    const { REDIS_URL, QUEUE_DATABASE_URL } = queueEnvironment(backend, {
      databaseUrl: audit.database.urlFor('ingest'),
      queueUrl: audit.database.urlFor('auth'),
      redisDatabase: REDIS_DATABASE,
    });
    settings = { REDIS_URL, QUEUE_DATABASE_URL };
    sender = await startSender();
    auth = null;
  });
  beforeEach(async () => {
    await sender.queue.obliterate({ force: true });
    await audit.owner.query('TRUNCATE ledger.audit_outbox, auth.audit_events, auth.audit_head CASCADE');
  });
  afterEach(() => stopAuth());
  afterAll(async () => {
    await sender.close();
    await audit.close();
  });

  async function startSender(): Promise<Sender> {
    const source = new DataSource({
      type: 'postgres',
      driver: pg,
      url: audit.database.urlFor('ingest'),
      poolSize: 10,
    });
    await source.initialize();
    const queue = openQueue(QUEUES.audit, settings);
    const logger = pino({ level: 'silent' });
    const producer = new JobProducer([queue], logger);
    const relay = new AuditRelay({ source: 'ingest', schema: 'ledger' }, source, producer, logger);
    return {
      source,
      relay,
      trail: new AuditTrail(relay),
      queue,
      close: async () => {
        await relay.onModuleDestroy();
        await queue.close();
        await source.destroy();
      },
    };
  }

  async function startAuthAgain(): Promise<AuthTestContext> {
    auth = await startAuth({
      database: audit.database,
      environment: { ...settings, PROCESS_ROLE: 'all' },
    });
    return auth;
  }

  async function stopAuth(): Promise<void> {
    await auth?.close();
    auth = null;
  }

  async function receive(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      await sender.source.transaction((manager) =>
        sender.trail.record(
          TEST_ADMIN,
          { action: 'import.received', subject: { type: 'import', id: index, label: 'june.ach' } },
          manager,
        ),
      );
    }
  }

  const recorded = async () =>
    (
      await audit.owner.query<{ subject_id: string }>(
        "SELECT subject_id FROM auth.audit_events WHERE action = 'import.received' ORDER BY subject_id::int",
      )
    ).rows.map(({ subject_id }) => Number(subject_id));
  const waiting = async () =>
    Number((await audit.owner.query<{ count: string }>('SELECT count(*) FROM ledger.audit_outbox')).rows[0]?.count);
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
  const allOf = (count: number) => ({ recorded: upTo(count), intact: true });

  /** Waits for an empty outbox and returns the state of the log. */
  async function recordedOnceEmpty(limitMs = 20_000): Promise<{ recorded: number[]; intact: boolean }> {
    await waitUntil(
      'the outbox is empty',
      async () => {
        await sender.relay.runNow();
        return (await waiting()) === 0;
      },
      limitMs,
    );
    return { recorded: await recorded(), intact: (await audit.verify()).intact };
  }

  it('an audit event of another service is recorded once, unchanged, and leaves the outbox', async () => {
    await startAuthAgain();
    await receive(1);
    expect(await recordedOnceEmpty()).toEqual(allOf(1));
    const { rows } = await audit.owner.query(
      "SELECT actor_id, actor_name, actor_role, address, subject_label FROM auth.audit_events WHERE action = 'import.received'",
    );
    expect(rows).toEqual([
      {
        actor_id: 7,
        actor_name: 'paula',
        actor_role: 'Admin',
        address: '192.0.2.1',
        subject_label: 'june.ach',
      },
    ]);
  });

  it('an audit event of another service is not recorded after a rollback', async () => {
    await startAuthAgain();
    const undone = sender.source.transaction(async (manager) => {
      await sender.trail.record(TEST_ADMIN, { action: 'import.received', subject: { type: 'import', id: 0 } }, manager);
      throw new Error('disk full');
    });
    await expect(undone).rejects.toThrow('disk full');
    await sender.relay.runNow();
    expect(await waiting()).toBe(0);
    expect(await recorded()).toEqual([]);
  });

  it('hundreds of audit events wait in the outbox while auth is down [security 5.15]', async () => {
    await receive(300);
    await sender.relay.runNow();
    expect(await waiting()).toBe(300);
    await startAuthAgain();
    expect(await recordedOnceEmpty()).toEqual(allOf(300));
  });

  it('audit events of another service are recorded although the queue was emptied [security 5.15]', async () => {
    await receive(20);
    await sender.relay.runNow();
    await sender.queue.obliterate({ force: true });
    await startAuthAgain();
    expect(await recordedOnceEmpty()).toEqual(allOf(20));
  });

  it('an audit event is recorded once when two workers deliver it repeatedly [fault 1.11]', async () => {
    const { app } = await startAuthAgain();
    const handler = app.get(RecordAuditEventProcessor, { strict: false });
    await receive(10);
    const { rows } = await audit.owner.query<{ id: string }>('SELECT id FROM ledger.audit_outbox');
    const deliver = () => Promise.all(rows.map(({ id }) => handler.handle({ source: 'ingest', eventId: id }, RUNNING)));
    await Promise.all([deliver(), deliver()]);
    expect(await recordedOnceEmpty()).toEqual(allOf(10));
    await deliver();
    expect(await recorded()).toEqual(upTo(10));
  });

  it('a job for an audit event that has already left the outbox has nothing to do', async () => {
    const { app } = await startAuthAgain();
    const handler = app.get(RecordAuditEventProcessor, { strict: false });
    await handler.handle({ source: 'gateway', eventId: randomUUID() }, RUNNING);
    expect(await recorded()).toEqual([]);
  });

  it('an audit event of another service is rejected when its action belongs to auth', async () => {
    const { app } = await startAuthAgain();
    const handler = app.get(RecordAuditEventProcessor, { strict: false });
    await sender.source.transaction((manager) =>
      sender.trail.record(TEST_ADMIN, { action: 'user.created', subject: { type: 'user', id: 1 } }, manager),
    );
    await receive(1);
    const { rows } = await audit.owner.query<{ id: string; action: string }>(
      'SELECT id, action FROM ledger.audit_outbox',
    );
    const forged = rows.find(({ action }) => action === 'user.created')?.id ?? '';
    await expect(handler.handle({ source: 'ingest', eventId: forged }, RUNNING)).rejects.toThrow(
      'ingest may not record user.created',
    );
    expect(await recorded()).toEqual([0]);
    const { rows: believed } = await audit.owner.query("SELECT 1 FROM auth.audit_events WHERE action = 'user.created'");
    expect(believed).toEqual([]);
  });

  it('an audit event is not delayed by rejected events whose jobs failed permanently', async () => {
    await startAuthAgain();
    await audit.owner.query(`INSERT INTO ledger.audit_outbox
      SELECT gen_random_uuid(), '2020-01-01', 7, 'paula', 'Admin', NULL, NULL, 'user.created', 'user', '1', NULL, '{}'
      FROM generate_series(1, 40)`);
    const failedJobs = async () => {
      await sender.relay.runNow();
      return (await sender.queue.getFailedCount()) === 40;
    };
    await waitUntil('they have failed permanently', failedJobs);
    // After a restart, the relay has no list of failed events.
    await sender.close();
    sender = await startSender();
    await receive(1);
    await sender.relay.runNow();
    await waitUntil('it is recorded', async () => (await recorded()).length === 1);
    // A round that is already running may have read the outbox before the event arrived.
    await waitUntil('only they wait', async () => {
      await sender.relay.runNow();
      return (await waiting()) === 40;
    });
  });

  it('audit events are recorded although the worker with their job was killed [security 5.15] [fault 1.2]', async () => {
    const victim = hangingWorker(settings);
    await receive(3);
    await sender.relay.runNow();
    await victim.taken;
    victim.child.kill('SIGKILL');
    await startAuthAgain();
    expect(await recordedOnceEmpty(25_000)).toEqual(allOf(3));
  }, 60_000);
});

/** A worker in a separate process that takes a job and never finishes it. */
function hangingWorker(settings: object): { child: ChildProcess; taken: Promise<void> } {
  const program = join(import.meta.dirname, '../../../../packages/service-kit/dist/testing/hanging-worker.js');
  const child = spawn(process.execPath, [program, QUEUES.audit, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const taken = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('taken')) resolve();
    });
  });
  return { child, taken };
}
