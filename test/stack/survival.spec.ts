import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import type { HealthReport } from '@clearwatch/contracts/system-status.dto';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';
import { kill, killPostgres, withRecoveryHeld } from './testing/fault-injection.ts';
import { assertLedgerConsistent, type PlainFile, writePlainFile } from './testing/stack-ledgers.ts';

/** Enough for polling to catch even a fast machine in the middle of each step. */
const ROWS = 250_000;
const SUSPICIOUS = 25;
/** Another worker takes over a dead worker's job within 20 seconds and starts it over; a busy machine is slow. */
const REDONE_WITHIN_MS = 240_000;
const STEP_LIMIT_MS = 2 * REDONE_WITHIN_MS;

interface Import {
  importId: number;
  state: string;
  bytesRead: number;
  fileSize: number;
  transactionCount: number;
}

/** Kills each real process at its most critical moment, all during one import. */
describe('killed processes', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;
  let file: PlainFile;
  let answered: Promise<number>;
  const seen = new Set<number>();
  const watching = new AbortController();
  let watch: Promise<void>;

  beforeAll(async () => {
    installation = await startTemporaryInstallation();
    admin = await signedInAdmin(installation);
    file = await writePlainFile({
      path: join(installation.dataDirectory, 'plain.json'),
      rows: ROWS,
      suspicious: SUSPICIOUS,
    });
    watch = watchSession();
  }, STEP_LIMIT_MS);

  afterAll(async () => {
    watching.abort();
    await watch;
    await installation?.remove();
  }, 60_000);

  /** Polls the current user, like an open page. */
  async function watchSession(): Promise<void> {
    while (!watching.signal.aborted) {
      seen.add(await statusOf('/api/auth/user'));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** 0 without a response. */
  const statusOf = (path: string): Promise<number> =>
    admin.get(path).then(
      ({ status }) => status,
      () => 0,
    );

  async function newest(): Promise<Import | undefined> {
    const answer = await admin.get('/api/imports').catch(() => null);
    return answer?.status === 200 ? (answer.json() as Import[])[0] : undefined;
  }

  /** Reads the database directly, not through the services. */
  async function one<T>(sql: string): Promise<T | undefined> {
    const client = new Client({ connectionString: installation.stack.ownerUrl });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ value: T }>(sql);
      return rows[0]?.value;
    } finally {
      await client.end();
    }
  }

  const health = async () => (await admin.get('/api/health')).json() as HealthReport;
  const hasLogged = (line: RegExp) => installation.messages.some((words) => line.test(words));
  /** Each worker that takes the import sets its own attempt id. */
  const attempt = () => one<string>('SELECT attempt::text AS value FROM ledger.imports');

  const beingRead = (from: number, limitMs: number) =>
    waitUntil(
      'the import is being read',
      async () => {
        const found = await newest();
        return found?.state === 'importing' && found.bytesRead >= from * found.fileSize && found.bytesRead > 0;
      },
      limitMs,
    );

  it(
    'an import continues when the gateway is killed, although the sender gets no response [fault 1.8]',
    async () => {
      answered = admin.upload(file.path).then(
        ({ status }) => status,
        () => 0,
      );
      await beingRead(0, REDONE_WITHIN_MS);
      await kill(installation, 'gateway');
      expect(await answered).toBe(0);
      await waitUntil('the gateway responds', async () => (await statusOf('/api/auth/user')) === 200, 60_000);
      expect(await newest()).toMatchObject({ state: 'importing' });
    },
    STEP_LIMIT_MS,
  );

  it(
    'an import is read again when ingest is killed during the import and again while it restarts [fault 1.1]',
    async () => {
      await beingRead(0.1, REDONE_WITHIN_MS);
      const before = await attempt();
      await kill(installation, 'ingest');
      await kill(installation, 'ingest');
      expect(await one('SELECT count(*)::integer AS value FROM ledger.transactions')).toBe(0);
      await waitUntil(
        'another worker has started the import again',
        async () => (await attempt()) !== before,
        REDONE_WITHIN_MS,
      );
      expect(installation.messages.filter((line) => line.startsWith('ingest stopped (signal SIGKILL)'))).toEqual([
        expect.stringContaining('restarting in 0.5 s'),
        expect.stringContaining('restarting in 1 s'),
      ]);
    },
    STEP_LIMIT_MS,
  );

  it(
    'an import is read again when PostgreSQL is killed; users and console see the recovery, and no user is signed out [fault 3.1, 3.2]',
    async () => {
      await beingRead(0.5, REDONE_WITHIN_MS);
      const before = await attempt();
      seen.clear();
      killPostgres(installation);
      await withRecoveryHeld(installation, async () => {
        await waitUntil(
          'the application reports the recovery',
          async () => (await health()).status === 'recovering',
          30_000,
        );
        expect(await health()).toMatchObject({ waitsFor: expect.stringMatching(/recovering from a crash/) });

        const answers = await Promise.all(Array.from({ length: 20 }, () => admin.get('/api/auth/user')));
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
        expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(answers.map(() => '5'));
        await waitUntil('the console reports the recovery', () =>
          hasLogged(/^PostgreSQL is recovering from a crash: \d+ s/),
        );
      });
      await waitUntil(
        'the application responds again',
        async () => (await statusOf('/api/metrics/30')) === 200 && seen.has(200),
        60_000,
      );
      await waitUntil('the console reports the end of the recovery', () =>
        hasLogged(/^PostgreSQL has recovered; it took \d+ s\.$/),
      );
      await waitUntil(
        'another worker has started the import again',
        async () => (await attempt()) !== before,
        REDONE_WITHIN_MS,
      );
    },
    STEP_LIMIT_MS,
  );

  it(
    'an import counts once in the figures when analytics is killed while adding it; other services keep working [fault 1.2]',
    async () => {
      await waitUntil(
        'analytics is adding the import',
        async () =>
          (await one<boolean>(
            `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE usename = 'clearwatch_analytics' AND state = 'active'
             AND query LIKE '%imported%') AS value`,
          )) === true,
        REDONE_WITHIN_MS,
      );
      await kill(installation, 'analytics');
      expect(await newest()).toMatchObject({ state: 'stored', transactionCount: ROWS });
      await waitUntil('analytics is back', async () => (await statusOf('/api/metrics/30')) === 200, 60_000);
      await waitUntil(
        'the import is in the figures',
        async () => (await newest())?.state === 'completed',
        REDONE_WITHIN_MS,
      );
    },
    STEP_LIMIT_MS,
  );

  it(
    'each alert is raised once when analytics is killed during detection [fault 1.2]',
    async () => {
      await waitUntil(
        'some shards are done',
        async () =>
          (await one<boolean>(
            'SELECT EXISTS (SELECT FROM analytics.detection_shards WHERE finished_at IS NOT NULL) AS value',
          )) === true,
        REDONE_WITHIN_MS,
      );
      await kill(installation, 'analytics');
      await waitUntil(
        'detection has finished',
        async () =>
          (await one("SELECT count(*)::integer AS value FROM analytics.detection_runs WHERE state <> 'finished'")) ===
          0,
        REDONE_WITHIN_MS,
      );
      await waitUntil('analytics is back', async () => (await statusOf('/api/metrics/30')) === 200, 60_000);
      const alerts = (await admin.expect(200, 'GET', '/api/unusual-activities?pageSize=500')).json() as {
        activityType: string;
        accountNumber: string;
      }[];
      expect(new Set(alerts.map(({ activityType }) => activityType))).toEqual(new Set(['large_credit']));
      expect(alerts.map(({ accountNumber }) => accountNumber).toSorted()).toEqual(file.suspicious.toSorted());
    },
    STEP_LIMIT_MS,
  );

  it(
    'the ledger agrees to the cent after processes are killed during an import [security 6.12]',
    async () => {
      expect(await assertLedgerConsistent(installation)).toEqual({
        transactions: ROWS,
        members: file.accounts,
        imports: 1,
        credits: file.credits,
        debits: file.debits,
      });
      expect(seen).not.toContain(401);
    },
    STEP_LIMIT_MS,
  );

  it(
    'an export is visibly incomplete when the gateway is killed during the export [fault 1.9]',
    async () => {
      const response = await startExport();
      const announced = Number(response.headers['x-total-count']);
      // Nothing is read before the kill, so most of the export is still behind the gateway.
      await kill(installation, 'gateway');
      let rows = -1;
      const reading = (async () => {
        for await (const piece of response.setEncoding('utf8')) rows += String(piece).split('\n').length - 1;
      })();
      await expect(reading).rejects.toThrow(/aborted|ECONNRESET/);
      expect([response.statusCode, announced]).toEqual([200, ROWS]);
      expect(rows).toBeLessThan(announced);
      await waitUntil('the gateway responds', async () => (await statusOf('/api/auth/user')) === 200, 60_000);
    },
    STEP_LIMIT_MS,
  );

  /** Starts an export of the whole ledger and resolves with its response head. */
  function startExport(): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const exportRequest = request(new URL('/api/reports/export-csv', installation.url), {
        method: 'POST',
        headers: { cookie: admin.cookieHeader, origin: installation.url, 'content-type': 'application/json' },
      });
      exportRequest.once('response', resolve).once('error', reject);
      exportRequest.end(JSON.stringify({ dateRange: { start: '2026-01-01', end: '2026-12-31' } }));
    });
  }
});
