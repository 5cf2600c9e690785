import { connect } from 'node:net';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { startTestRedis } from '@clearwatch/infra-local/test-servers';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';
import { handsJobsBack, randomRestarts } from './testing/restart-suites.ts';
import { assertLedgerConsistent, type PlainFile, writePlainFile } from './testing/stack-ledgers.ts';

const ROWS = 150_000;
/** The reconciler runs every ten seconds, and a worker's lock lasts just as long. */
const RECOVERED_WITHIN_MS = 60_000;

interface Import {
  importId: number;
  state: string;
  bytesRead: number;
  fileSize: number;
  transactionCount: number;
}

/** Redis holds the queues; tables record what is done. This Redis is empty after a restart. */
describe('Redis failures', () => {
  let redis: Awaited<ReturnType<typeof startTestRedis>>;
  let installation: TemporaryInstallation;
  let admin: StaffClient;
  let owner: Client;
  let file: PlainFile;

  beforeAll(async () => {
    redis = await startTestRedis();
    installation = await startTemporaryInstallation({ redisUrl: redis.url });
    admin = await signedInAdmin(installation);
    owner = new Client({ connectionString: installation.stack.ownerUrl });
    // The last test kills the database.
    owner.on('error', () => undefined);
    await owner.connect();
    file = await writePlainFile({
      path: join(installation.dataDirectory, 'plain.json'),
      rows: ROWS,
      suspicious: 5,
    });
  }, 90_000);

  afterAll(async () => {
    await owner?.end();
    await installation?.remove();
    await redis?.stop();
  }, 60_000);

  const untilBeingRead = (share: number) =>
    waitUntil(
      'the import is being read',
      async () => {
        const found = await newest();
        return found?.state === 'importing' && found.bytesRead > share * found.fileSize;
      },
      RECOVERED_WITHIN_MS,
    );
  const newest = async () => ((await admin.expect(200, 'GET', '/api/imports')).json() as [Import])[0];
  const count = async (sql: string) =>
    (await owner.query<{ total: number }>(`SELECT count(*)::integer AS total FROM ${sql}`)).rows[0]?.total;

  it('an import is stored when Redis is emptied during the import and then stops [fault 2.1]', async () => {
    void admin.upload(file.path).catch(() => undefined);
    await untilBeingRead(0);
    await send(redis.port, 'FLUSHALL');
    await untilBeingRead(0.3);
    await redis.stop();
    await waitUntil('the import is stored', async () => (await newest()).state !== 'importing', RECOVERED_WITHIN_MS);

    expect(await newest()).toMatchObject({ state: 'stored', transactionCount: ROWS });
  }, 120_000);

  it('an import reaches the figures and the alerts once when Redis comes back empty [security 6.12] [fault 2.1]', async () => {
    redis = await startTestRedis({ port: redis.port });
    await waitUntil(
      'the import is in the figures',
      async () => (await newest()).state === 'completed',
      RECOVERED_WITHIN_MS,
    );
    await waitUntil(
      'detection has finished',
      async () => (await count("analytics.detection_runs WHERE state = 'finished'")) === 1,
      RECOVERED_WITHIN_MS,
    );
    const alerts = (await admin.expect(200, 'GET', '/api/unusual-activities?pageSize=500')).json() as {
      accountNumber: string;
    }[];

    expect(alerts.map(({ accountNumber }) => accountNumber).toSorted()).toEqual(file.suspicious.toSorted());
    expect(await assertLedgerConsistent(installation)).toEqual({
      transactions: ROWS,
      members: file.accounts,
      imports: 1,
      credits: file.credits,
      debits: file.debits,
    });
  }, 150_000);

  it('a Redis failure during an import does not affect the next upload', async () => {
    const next = await writePlainFile({
      path: join(installation.dataDirectory, 'next.json'),
      rows: 100,
      prefix: '5',
    });
    const answer = await admin.upload(next.path);

    expect([answer.status, answer.json()]).toEqual([200, expect.objectContaining({ transactionCount: 100 })]);
    expect(await count('analytics.projected_imports')).toBe(2);
  }, 60_000);

  it('an import is delayed, not refused, while Redis is full [fault 2.3]', async () => {
    await send(redis.port, 'CONFIG SET maxmemory 1');
    const file = await writePlainFile({
      path: join(installation.dataDirectory, 'full.json'),
      rows: 100,
      prefix: '6',
    });
    const answer = await admin.upload(file.path);
    expect([answer.status, answer.json()]).toEqual([202, expect.objectContaining({ state: 'received' })]);
    expect((await admin.get('/api/metrics/30')).status).toBe(200);
    await send(redis.port, 'CONFIG SET maxmemory 0');
    await waitUntil(
      'the import is in the figures',
      async () => (await newest()).state === 'completed',
      RECOVERED_WITHIN_MS,
    );

    expect(await newest()).toMatchObject({ transactionCount: 100, duplicateCount: 0 });
  }, 120_000);

  const site = () => ({ installation, admin });
  describe('stopping processes', () => {
    handsJobsBack(site);
  });
  describe('parts of an installation', () => {
    randomRestarts(site, async () => {
      await redis.stop();
      redis = await startTestRedis({ port: redis.port });
    });
  });
});

/** Sends a command as an operator would type it in the Redis console. */
function send(port: number, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', (answer) => {
      socket.destroy();
      if (answer.toString().startsWith('+OK')) resolve();
      else reject(new Error(answer.toString()));
    });
    socket.once('error', reject);
  });
}
