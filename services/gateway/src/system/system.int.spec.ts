import type { RetentionReport } from '@clearwatch/contracts/retention.dto';
import type { FailedJob, SystemStatus } from '@clearwatch/contracts/system-status.dto';
import { IDENTITY_HEADER } from '@clearwatch/service-kit/identity/identity-token';
import { createFailedJob, openQueue } from '@clearwatch/service-kit/testing/queue-fixtures';
import request from 'supertest';
import {
  type Agent,
  auditEventsOf,
  createSignedInUser,
  type FakeAnswer,
  type GatewayTestContext,
  startGateway,
} from '../testing/gateway-test-context.ts';

const STATUS = '/api/system/status';
const RETENTION = '/api/system/retention';
const ABOUT = { role: 'worker', version: '9.9.9', startedAt: '2026-11-20T10:00:00.000Z', checks: [] };
const ROOM = { inBucket: false, freeBytes: 7e12, totalBytes: 9e12 };
const NEWEST = { id: 12, fileName: 'november.ach', state: 'stored', at: '2026-11-20T09:00:00.000Z' };

let gateway: GatewayTestContext;
let admin: Agent;
let user: Agent;

beforeAll(async () => {
  gateway = await startGateway();
  [{ agent: admin }, { agent: user }] = await Promise.all([
    createSignedInUser(gateway, { username: 'ada', role: 'Admin' }),
    createSignedInUser(gateway, { username: 'anna' }),
  ]);
});
afterAll(() => gateway.close());

/** Answers internal status requests like a service. */
const answering =
  (answers: Record<string, object>): FakeAnswer =>
  ({ url }, response) => {
    const answer = answers[url ?? ''];
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(JSON.stringify(answer ?? {}));
  };

describe('system status', () => {
  beforeEach(() => {
    gateway.ingest.answer = answering({
      '/internal/status': { ...ABOUT, newestImport: NEWEST, uploads: ROOM },
    });
    gateway.analytics.answer = answering({
      '/internal/status': { ...ABOUT, ledger: { version: 41, asOf: '2026-11-19' } },
      '/internal/retention': {
        count: 13_190,
        oldestDay: '2025-11-21',
        nextRemovalDay: '2032-11-22',
        nextRemovalCount: 40,
        withheldCount: 0,
        lastPurge: null,
      },
    });
  });

  it('the system status shows admins every process, every queue and the disk', async () => {
    const { status, body } = await admin.get(STATUS);
    expect(status).toBe(200);
    const { state, parts, newestImport, ledger, details } = body as SystemStatus;
    expect(state).toBe('up');
    expect(parts.map(({ name }) => name)).toEqual([
      'gateway',
      'auth',
      'ingest',
      'analytics',
      'reports',
      'database',
      'queue',
    ]);
    expect([newestImport, ledger]).toEqual([NEWEST, { version: 41, asOf: '2026-11-19' }]);
    expect(details?.uploads).toEqual(ROOM);
    expect(details?.backup).toEqual({ isOverdue: false, last: null });
    expect(details?.processes).toMatchObject([
      { name: 'gateway', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      { name: 'auth', startedAt: expect.any(String) },
      { name: 'ingest', role: 'worker', version: '9.9.9' },
      { name: 'analytics', version: '9.9.9' },
      { name: 'reports', role: null, version: null },
    ]);
    const queues = details?.queues?.map(({ name, failed }) => `${name} ${failed}`);
    expect(queues).toEqual([
      'import 0',
      'project 0',
      'detect 0',
      'extract 0',
      'purge 0',
      'search 0',
      'compose 0',
      'audit 0',
    ]);
  });

  it('the system status shows users no processes, queues or disks', async () => {
    const { body } = await user.get(STATUS);
    expect(body).toMatchObject({ state: 'up', details: null, troubles: [], ledger: { version: 41 } });
    expect(JSON.stringify(body)).not.toContain('9.9.9');
  });

  it('the system status shows admins the last backup and an overdue one', async () => {
    const owner = gateway.auth.owner;
    const about = async () => {
      const { details, troubles } = (await admin.get(STATUS)).body as SystemStatus;
      return [details?.backup, troubles.filter(({ what }) => /backup/i.test(what)).map(({ what }) => what)];
    };
    await owner.query("UPDATE sessions.backups_awaited SET since = now() - interval '49 hours'");
    expect(await about()).toEqual([{ isOverdue: true, last: null }, ['No backup yet.']]);
    const insert = 'INSERT INTO sessions.backups (as_of, bytes, key_id, missing) VALUES ($1, 5e12, $2, 0)';
    const at = new Date(Date.now() - 47 * 3_600_000).toISOString();
    await owner.query(insert, [at, '0a1b2c3d']);
    const last = { at, bytes: 5e12, keyId: '0a1b2c3d', missingFiles: 0 };
    expect(await about()).toEqual([{ isOverdue: false, last }, []]);
  });

  it('the system status shows admins queues without workers and differing versions', async () => {
    const { troubles } = (await admin.get(STATUS)).body as SystemStatus;
    const words = troubles.map(({ what }) => what).join(' ');
    expect(words).toContain('Importing files: no worker is running.');
    expect(words).toContain('Services are running different versions');
  });

  it('the system status ignores malformed responses of a service', async () => {
    gateway.analytics.answer = answering({ '/internal/status': { ...ABOUT, ledger: { version: 'many' } } });
    expect((await user.get(STATUS)).body).toMatchObject({ ledger: null });
    gateway.analytics.answer = (_request, response) => response.end('<html>');
    expect((await user.get(STATUS)).body).toMatchObject({ ledger: null });
  });

  it('the system status uses the identity of the gateway and requires a signed-in user', async () => {
    await user.get(STATUS);
    const lastRequest = gateway.analytics.requests.at(-1);
    expect([lastRequest?.url, lastRequest?.headers[IDENTITY_HEADER]]).toEqual(['/internal/status', expect.any(String)]);
    expect(lastRequest?.headers.cookie).toBeUndefined();
    expect((await request(gateway.server).get(STATUS)).status).toBe(401);
    expect((await request(gateway.server).get(RETENTION)).status).toBe(401);
    expect((await user.get('/internal/status')).text).not.toContain('startedAt');
  });

  it('the retention report shows periods and stored data, or that the data of a service is unknown', async () => {
    const { kinds } = (await user.get(RETENTION)).body as RetentionReport;
    expect(kinds).toMatchObject([
      {
        kind: 'transactions',
        keptYears: 7,
        legalMinimumYears: 6,
        isKnown: true,
        count: 13_190,
      },
      { kind: 'ai_reports', keptYears: 2, isKnown: false, count: 0, oldestDay: null },
      { kind: 'activity_log', keptYears: 7, legalMinimumYears: 6, isKnown: true },
    ]);
    const today = new Date().toISOString().slice(0, 10);
    expect(kinds[2]?.oldestDay).toBe(today);
    expect(kinds[2]?.nextRemovalCount).toBe(kinds[2]?.count);
    expect(kinds[2]?.nextRemovalDay).toMatch(/-01$/);
  });

  it('the system status names a failed service and the remedy [fault 1.12]', async () => {
    await gateway.reports.close();
    // Health reports are cached for a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const { state, parts, troubles } = (await user.get(STATUS)).body as SystemStatus;
    expect(state).toBe('down');
    expect(parts.filter((part) => part.state === 'down').map(({ title }) => title)).toEqual(['Reporting']);
    expect(troubles).toEqual([
      {
        what: 'Reporting is not responding (service reports).',
        action: expect.stringContaining('reload automatically'),
      },
    ]);
  });
});

describe('failed jobs', () => {
  const FAILED = '/api/system/failed-jobs';
  const ID = 'import.file-12';
  const list = async () => (await admin.get(FAILED)).body as FailedJob[];

  it('failed jobs are shown to admins with type, record, attempts, reason and time, without payload', async () => {
    expect(await list()).toEqual([]);
    const settings = { QUEUE_DATABASE_URL: gateway.auth.database.urlFor('gateway') };
    await createFailedJob(settings, { queue: 'import', id: ID, reason: 'unavailable in import.file' });
    const [job, ...others] = await list();
    expect(others).toEqual([]);
    expect(job).toEqual({
      queue: 'import',
      title: 'Importing files',
      id: ID,
      name: 'import.file',
      attempts: 1,
      reason: expect.stringContaining('did not respond'),
      failedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    const { details } = (await admin.get(STATUS)).body as SystemStatus;
    expect(details?.queues?.find(({ name }) => name === 'import')).toMatchObject({ failed: 1, waiting: 0 });
  });

  it('failed jobs are denied to users and without a session on every route [security 5.7]', async () => {
    const calls = (agent: Pick<Agent, 'get' | 'post' | 'delete'>) =>
      Promise.all([
        agent.get(FAILED),
        agent.post(`${FAILED}/import/${ID}/retry`),
        agent.delete(`${FAILED}/import/${ID}`),
      ]);
    expect((await calls(user)).map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await calls(request(gateway.server))).map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(await list()).toHaveLength(1);
  });

  it('failed jobs are retried or discarded by admins, and both are recorded [security 5.7]', async () => {
    const settings = { QUEUE_DATABASE_URL: gateway.auth.database.urlFor('gateway') };
    expect((await admin.post(`${FAILED}/import/${ID}/retry`)).status).toBe(204);
    expect(await list()).toEqual([]);
    const queue = openQueue('import', settings);
    expect(await queue.getWaitingCount()).toBe(1);
    await queue.obliterate({ force: true });
    await queue.close();
    await createFailedJob(settings, { queue: 'import', id: ID, reason: 'internal in import.file' });
    expect((await admin.delete(`${FAILED}/import/${ID}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    const { rows } = await gateway.auth.owner.query<{ id: number }>("SELECT id FROM auth.users WHERE username = 'ada'");
    const written = await auditEventsOf(gateway, rows[0]?.id ?? 0);
    const acts = written.filter(({ subject_type: type }) => type === 'job');
    expect(acts.map(({ action, subject_id: id, detail }) => [action, id, detail])).toEqual([
      ['job.retried', ID, { queue: 'import' }],
      ['job.discarded', ID, { queue: 'import' }],
    ]);
  });

  it('an unknown or malformed id of a failed job leads to 404 without an audit event', async () => {
    for (const path of [`import/${ID}`, 'nothing/import.file-1', 'import/a:b', `import/${'x'.repeat(300)}`]) {
      expect((await admin.delete(`${FAILED}/${path}`)).status).toBe(404);
      expect((await admin.post(`${FAILED}/${path}/retry`)).status).toBe(404);
    }
    const { rows } = await gateway.auth.owner.query(
      "SELECT id FROM sessions.audit_outbox WHERE subject_type = 'job' AND at > now() - interval '1 day'",
    );
    const { rows: recorded } = await gateway.auth.owner.query(
      "SELECT id FROM auth.audit_events WHERE subject_type = 'job'",
    );
    expect(rows.length + recorded.length).toBe(2);
  });
});
