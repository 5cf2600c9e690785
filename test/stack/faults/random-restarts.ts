import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '@clearwatch/sample-data/seeded-random';
import { until } from '@clearwatch/service-kit/testing/until';
import { kill, killPostgres } from '../killing.ts';
import { ledgerThatAgrees } from '../ledger-agrees.ts';
import { writePlainFile } from '../plain-ledger.ts';
import { type FaultSite, rowsOf, type Service, stopped } from './fault-site.ts';
import { untilUp } from './orderly-stops.ts';

const ROWS = 500;
const HEALED_WITHIN_MS = 120_000;
const VICTIMS = ['auth', 'ingest', 'analytics', 'reports', 'gateway', 'postgres'] as const;
type Victim = (typeof VICTIMS)[number] | 'redis';

/** Set to play other orders. */
const SEED = Number(process.env['RESTART_SEED'] ?? 1);

/** Each part is stopped once, by force or not, in an order that the seed says, each time while a file is being sent. */
export function randomRestarts(site: () => FaultSite, restartRedis?: () => Promise<void>): void {
  const all: readonly Victim[] = restartRedis === undefined ? VICTIMS : [...VICTIMS, 'redis'];

  it(`keep every file that was acknowledged, once, in whatever order they are restarted (seed ${SEED})`, async () => {
    const { installation, admin } = site();
    const random = new Random(SEED, 0);
    const before = await ledgerThatAgrees(installation);
    const turns = new Map(all.map((victim) => [victim, random.next()]));
    const victims = all.toSorted((a, b) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0));
    for (const [index, victim] of victims.entries()) {
      const path = join(installation.dataDirectory, `while-restarted-${index}.json`);
      await writePlainFile({ path, rows: ROWS, prefix: `73${index}` });
      const sending = acknowledged(site(), path);
      // Somewhere in the middle of the upload, the import or what comes after.
      await pause(random.int(0, 600));
      if (victim === 'postgres') {
        // BullMQ 6.7 never heals where it was made while its PostgreSQL was away (docs/faults.md).
        await untilUp(site());
        killPostgres(installation);
        await until(
          'PostgreSQL is back',
          () =>
            open().then(
              () => true,
              () => false,
            ),
          HEALED_WITHIN_MS,
        );
      } else if (victim === 'redis') await restartRedis?.();
      else if (random.chance(0.5)) await kill(installation, victim);
      else await orderly(victim);
      await sending;
    }
    await untilUp(site());
    await until(
      'all work is done',
      async () => (await open().catch(() => [{}])).length === 0,
      HEALED_WITHIN_MS,
    );

    expect(await ledgerThatAgrees(installation)).toMatchObject({
      transactions: before.transactions + all.length * ROWS,
      members: before.members + all.length * (ROWS / 50),
    });
    expect(keptFiles(installation.dataDirectory)).toEqual(await digests());
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
async function acknowledged({ admin }: FaultSite, path: string): Promise<void> {
  await until(
    'the file is taken',
    async () => [200, 202].includes((await admin.upload(path).catch(() => null))?.status ?? 0),
    HEALED_WITHIN_MS,
  );
}

/** Every file in the folder of uploads, those that came in by half included. */
function keptFiles(dataDirectory: string): string[] {
  return readdirSync(join(dataDirectory, 'uploads'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}
