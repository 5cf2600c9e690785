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
/** Whatever stops again and again is started again after eight seconds at most. */
const UP_WITHIN_MS = 180_000;
/** Of its own accord; a process that is still there after eight seconds ends itself with 1. */
const BY_ITSELF = /stopped \(exit code 0\)/;

/** On an installation that holds a plain ledger. */
const A_FEW_ROWS = { lastName: 'plain 1', dateRange: { start: '2026-01-02', end: '2026-01-02' } };

/** The way out of two services at once. */
export function finishesRequests(site: () => FaultTarget): void {
  it('keep connections for longer than a proxy does, which would use one that is just being closed [fault 1.6]', async () => {
    const { headers } = await site().admin.get('/api/auth/user');
    expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120);
  });

  it('finish what staff has asked for: a file on its way through both of them arrives whole [fault 1.5]', async () => {
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
      expect(await gateway.ended).toMatch(BY_ITSELF);
      expect(await reports.ended).toMatch(BY_ITSELF);
    });
    await untilUp(site());
  }, 120_000);
}

/** SIGTERM in the middle of an import. */
export function handsJobsBack(site: () => FaultTarget): void {
  it('hand an import back, tell its sender what is known, and the next process stores it [fault 1.4]', async () => {
    const { installation, admin } = site();
    const { path, rows } = await writePlainFile({
      path: join(installation.dataDirectory, 'handed-back.json'),
      rows: ROWS,
      prefix: '71',
    });
    let importId = 0;
    await withTableLocked(site(), 'ledger.members', async () => {
      const sending = admin.upload(path);
      await waitUntil('it is being stored', () => isWaiting(site(), 'clearwatch-import-%'), 60_000);
      const ingest = stopped(site(), 'ingest');
      const answer = await sending;
      expect([answer.status, answer.json()]).toEqual([202, expect.objectContaining({ state: 'importing' })]);
      importId = (answer.json() as { importId: number }).importId;
      expect(await ingest.ended).toMatch(BY_ITSELF);
    });
    await untilUp(site());
    const outcome = async () => (await admin.expect(200, 'GET', `/api/imports/${importId}`)).json();
    const completed = { state: 'completed', transactionCount: rows, duplicateCount: 0 };
    await waitUntil(
      'it is in the figures',
      async () => ((await outcome()) as { state: string }).state === 'completed',
      90_000,
    );
    expect(await outcome()).toMatchObject(completed);
  }, 120_000);
}

/** Every service answers again; asked past the gateway, which remembers for a moment what it was told. */
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
const HEALED_WITHIN_MS = 120_000;
const VICTIMS = ['auth', 'ingest', 'analytics', 'reports', 'gateway', 'postgres'] as const;
type Victim = (typeof VICTIMS)[number] | 'redis';

/** Set to play other orders. */
const SEED = Number(process.env['RESTART_SEED'] ?? 1);

/** Each part is stopped once, by force or not, in an order that the seed says, each time while a file is being sent. */
export function randomRestarts(site: () => FaultTarget, restartRedis?: () => Promise<void>): void {
  const all: readonly Victim[] = restartRedis === undefined ? VICTIMS : [...VICTIMS, 'redis'];

  it(`keep every file that was acknowledged, once, in whatever order they are restarted (seed ${SEED}) [fault 1.13]`, async () => {
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
      // Somewhere in the middle of the upload, the import or what comes after.
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
          HEALED_WITHIN_MS,
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
      'all work is done',
      async () => (await open().catch(() => [{}])).length === 0,
      HEALED_WITHIN_MS,
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

  /** Imports without an end or not in the figures, and analyses without an end. */
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

/** As a person does it: sends the file again until it was taken. */
async function acknowledged({ admin }: FaultTarget, path: string): Promise<void> {
  await waitUntil(
    'the file is taken',
    async () => [200, 202].includes((await admin.upload(path).catch(() => null))?.status ?? 0),
    HEALED_WITHIN_MS,
  );
}

/** The files in the folder of uploads. Complete ones are named by their SHA-256. */
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
