import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '@clearwatch/sample-data/seeded-random';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import {
  type FaultTarget,
  isWaiting,
  kill,
  killPostgres,
  rowsOf,
  type Service,
  stopped,
  withTableLocked,
} from './fault-injection.ts';
import { assertLedgerConsistent, writePlainFile } from './stack-ledgers.ts';

const ROWS = 500;
const SERVICES = ['auth', 'ingest', 'analytics', 'reports', 'gateway'] as const;
/** The supervisor restarts a repeatedly stopped service after eight seconds at most. */
const UP_WITHIN_MS = 180_000;
/** A clean exit. A process that still runs after eight seconds exits with 1. */
const CLEAN_EXIT = /stopped \(exit code 0\)/;

/** A filter for an installation that contains a plain ledger. */
const A_FEW_ROWS = { lastName: 'plain 1', dateRange: { start: '2026-01-02', end: '2026-01-02' } };

/** Tests of two services that stop simultaneously. */
export function finishesRequests(site: () => FaultTarget): void {
  it('keep idle connections open longer than a proxy does, so that it never reuses a closing one [fault 1.6]', async () => {
    const { headers } = await site().admin.get('/api/auth/user');
    expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120);
  });

  it('finish pending requests: an export through both services arrives complete [fault 1.5]', async () => {
    await withTableLocked(site(), 'ledger.transactions', async (release) => {
      const sending = site().admin.call('POST', '/api/reports/export-csv', A_FEW_ROWS);
      await waitUntil('the export is under way', () => isWaiting(site(), 'clearwatch-transactions-export'));
      const [gateway, reports] = [stopped(site(), 'gateway'), stopped(site(), 'reports')];
      await Promise.all([gateway.isStopping, reports.isStopping]);
      await release();
      const { status, headers, text } = await sending;

      const announced = Number(headers.get('x-total-count'));
      expect([status, announced > 0]).toEqual([200, true]);
      expect(text.trimEnd().split('\r\n')).toHaveLength(announced + 1);
      expect(await gateway.ended).toMatch(CLEAN_EXIT);
      expect(await reports.ended).toMatch(CLEAN_EXIT);
    });
    await untilUp(site());
  }, 120_000);
}

/** Tests of SIGTERM during an import. */
export function handsJobsBack(site: () => FaultTarget): void {
  it('return an import to the queue, answer its sender with 202, and let the next process store it [fault 1.4]', async () => {
    const { installation, admin } = site();
    const { path, rows } = await writePlainFile({
      path: join(installation.dataDirectory, 'handed-back.json'),
      rows: ROWS,
      prefix: '71',
    });
    let importId = 0;
    await withTableLocked(site(), 'ledger.members', async () => {
      const sending = admin.upload(path);
      await waitUntil('the import is being stored', () => isWaiting(site(), 'clearwatch-import-%'), 60_000);
      const ingest = stopped(site(), 'ingest');
      const answer = await sending;
      expect([answer.status, answer.json()]).toEqual([202, expect.objectContaining({ state: 'importing' })]);
      importId = (answer.json() as { importId: number }).importId;
      expect(await ingest.ended).toMatch(CLEAN_EXIT);
    });
    await untilUp(site());
    const outcome = async () => (await admin.expect(200, 'GET', `/api/imports/${importId}`)).json();
    const completed = { state: 'completed', transactionCount: rows, duplicateCount: 0 };
    await waitUntil(
      'the import is in the figures',
      async () => ((await outcome()) as { state: string }).state === 'completed',
      90_000,
    );
    expect(await outcome()).toMatchObject(completed);
  }, 120_000);
}

/** Waits until every service responds. Calls them directly, because the gateway caches health for a moment. */
async function untilUp({ installation }: FaultTarget): Promise<void> {
  for (const service of SERVICES) {
    const path = service === 'gateway' ? '/api/health' : '/health';
    const address = `${installation.stack.urlOf(service)}${path}`;
    const isUp = () =>
      fetch(address).then(
        ({ ok }) => ok,
        () => false,
      );
    await waitUntil(`${service} is up`, isUp, UP_WITHIN_MS);
  }
}

const RESTART_ROWS = 500;
const RECOVERED_WITHIN_MS = 120_000;
const VICTIMS = ['auth', 'ingest', 'analytics', 'reports', 'gateway', 'postgres'] as const;
type Victim = (typeof VICTIMS)[number] | 'redis';

/** Set the variable to test other orders. */
const SEED = Number(process.env['RESTART_SEED'] ?? 1);

/** Stops each part once, gracefully or by SIGKILL, in an order given by the seed, each time during an upload. */
export function randomRestarts(site: () => FaultTarget, restartRedis?: () => Promise<void>): void {
  const all: readonly Victim[] = restartRedis === undefined ? VICTIMS : [...VICTIMS, 'redis'];

  it(`store every acknowledged file once when restarted in any order (seed ${SEED}) [fault 1.13]`, async () => {
    const { installation, admin } = site();
    const random = new Random(SEED, 0);
    const before = await assertLedgerConsistent(installation);
    const turns = new Map(all.map((victim) => [victim, random.next()]));
    const victims = all.toSorted((a, b) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0));
    let unfinishedUploads = 0;
    for (const [index, victim] of victims.entries()) {
      const path = join(installation.dataDirectory, `while-restarted-${index}.json`);
      await writePlainFile({ path, rows: RESTART_ROWS, prefix: `73${index}` });
      const sending = acknowledged(site(), path);
      // A random moment during the upload, the import or the later steps.
      await pause(random.int(0, 600));
      if (victim === 'postgres') {
        // BullMQ 6.7 never recovers in a process where its first connection failed, so wait for every service.
        await untilUp(site());
        killPostgres(installation);
        await waitUntil(
          'PostgreSQL is back',
          () =>
            open().then(
              () => true,
              () => false,
            ),
          RECOVERED_WITHIN_MS,
        );
      } else if (victim === 'redis') await restartRedis?.();
      else if (random.chance(0.5)) {
        // A killed process leaves the file it was receiving, which is removed an hour later.
        if (victim === 'ingest') unfinishedUploads = 1;
        await kill(installation, victim);
      } else await orderly(victim);
      await sending;
    }
    await untilUp(site());
    await waitUntil(
      'all jobs are done',
      async () => (await open().catch(() => [{}])).length === 0,
      RECOVERED_WITHIN_MS,
    );

    expect(await assertLedgerConsistent(installation)).toMatchObject({
      transactions: before.transactions + all.length * RESTART_ROWS,
      members: before.members + all.length * (RESTART_ROWS / 50),
    });
    const { complete, unfinished } = storedFiles(installation.dataDirectory);
    expect(complete).toEqual(await digests());
    expect(unfinished.length).toBeLessThanOrEqual(unfinishedUploads);
    const chain = await admin.call('POST', '/api/audit-events/verify');
    expect([chain.status, chain.json()]).toEqual([200, expect.objectContaining({ intact: true })]);
  }, 600_000);

  const orderly = async (service: Service): Promise<void> => {
    await stopped(site(), service).ended;
  };

  /** Imports that have not ended or are not in the figures, and unfinished detection runs. */
  const open = () =>
    rowsOf(
      site(),
      `SELECT i.id FROM ledger.imports i LEFT JOIN analytics.projected_imports p ON p.import_id = i.id
        WHERE i.state IN ('received', 'importing') OR (i.state = 'stored' AND p.import_id IS NULL)
        UNION ALL SELECT id FROM analytics.detection_runs WHERE state <> 'finished'`,
    );

  const digests = async () =>
    (
      await rowsOf<{ digest: string }>(
        site(),
        'SELECT DISTINCT digest FROM ledger.imports WHERE digest IS NOT NULL ORDER BY 1',
      )
    ).map(({ digest }) => digest);
}

/** Sends the file again until it is accepted, as a user does. */
async function acknowledged({ admin }: FaultTarget, path: string): Promise<void> {
  await waitUntil(
    'the file is accepted',
    async () => [200, 202].includes((await admin.upload(path).catch(() => null))?.status ?? 0),
    RECOVERED_WITHIN_MS,
  );
}

/** The files in the upload folder. Complete ones are named by their SHA-256. */
function storedFiles(dataDirectory: string): { complete: string[]; unfinished: string[] } {
  const names = readdirSync(join(dataDirectory, 'uploads'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
  const [complete, unfinished] = [true, false].map((isComplete) =>
    names.filter((name) => /^[0-9a-f]{64}$/.test(name) === isComplete),
  ) as [string[], string[]];
  return { complete, unfinished };
}
