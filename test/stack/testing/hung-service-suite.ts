import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '@clearwatch/infra-local/free-ports';
import { serviceProgram } from '@clearwatch/infra-local/service-process';
import type { ClientResponse } from '@clearwatch/infra-local/staff-client';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { countWaitingSessions, type FaultTarget, isWaiting, rowsOf, withTableLocked } from './fault-injection.ts';
import { assertLedgerConsistent, writePlainFile } from './stack-ledgers.ts';

const ROWS = 500;
/** A service's database connections, unless set otherwise. */
const POOL = 10;
/** The job lock of a frozen worker expires after ten seconds; the check runs every five. */
const TAKEN_OVER_WITHIN_MS = 90_000;

/** Tests of processes and tables that keep callers waiting but have not failed. */
export function hungServices(site: () => FaultTarget): void {
  const statusOf = async (path: string) => (await site().admin.get(path)).status;

  it('leave other services working when one is frozen, return 503 to its reads within seconds, and recover [fault 1.12]', async () => {
    const frozen = site().installation.stack.pidOf('analytics') ?? 0;
    process.kill(frozen, 'SIGSTOP');
    try {
      const started = performance.now();
      const read = await site().admin.get('/api/metrics/30');
      expect([read.status, read.headers.get('retry-after')]).toEqual([503, '5']);
      // Four seconds, plus the delay on a busy machine. Without the liveness check it would be a minute.
      expect(performance.now() - started).toBeLessThan(15_000);
      expect(await statusOf('/api/auth/user')).toBe(200);
      expect(await statusOf('/api/imports')).toBe(200);
      expect(await statusOf('/api/users')).toBe(200);
      // The gateway has detected that the service is frozen and sends it no more requests.
      expect(await statusOf('/api/members/count')).toBe(503);
      process.kill(frozen, 'SIGCONT');
      await waitUntil('reads succeed again', async () => (await statusOf('/api/metrics/30')) === 200);
    } finally {
      process.kill(frozen, 'SIGCONT');
    }
  }, 60_000);

  it('refuse requests without a free connection when the database is slow, instead of queuing them [fault 3.4]', async () => {
    const days = Array.from({ length: POOL }, (_, index) => 40 + index);
    await withTableLocked(site(), 'analytics.figures', async (release) => {
      const waiting = days.map((day) => site().admin.get(`/api/metrics/${day}`));
      await waitUntil(
        'all connections are waiting',
        async () => (await countWaitingSessions(site(), 'clearwatch-analytics')) >= POOL,
        30_000,
      );
      const refused = await site().admin.get('/api/metrics/30');
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
      expect(await statusOf('/api/imports')).toBe(200);
      expect(await statusOf('/api/auth/user')).toBe(200);
      await release();

      // A background job in the service may have held one of the connections.
      const statuses = (await Promise.all(waiting)).map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    });
    expect(await statusOf('/api/metrics/30')).toBe(200);
  }, 90_000);

  it('store an import once when its worker freezes past its lock, another takes over, and the first resumes [fault 1.3]', async () => {
    const { installation, admin } = site();
    const before = await assertLedgerConsistent(installation);
    const { path, rows } = await writePlainFile({
      path: join(installation.dataDirectory, 'frozen.json'),
      rows: ROWS,
      prefix: '72',
    });
    let sending: Promise<ClientResponse> | undefined;
    let frozen = 0;
    await withTableLocked(site(), 'ledger.members', async () => {
      sending = admin.upload(path);
      await waitUntil('the import is being stored', () => isWaiting(site(), 'clearwatch-import-%'), 60_000);
      frozen = installation.stack.pidOf('ingest') ?? 0;
      process.kill(frozen, 'SIGSTOP');
    });
    const other = await secondWorker(installation.stack.environmentOf('ingest'));
    try {
      const unfinished = () => rowsOf(site(), `SELECT FROM ledger.imports WHERE state IN ('received', 'importing')`);
      await waitUntil('the import is stored', async () => (await unfinished()).length === 0, TAKEN_OVER_WITHIN_MS);
    } finally {
      process.kill(frozen, 'SIGCONT');
      await other.stop();
    }

    const answer = await sending;
    expect([answer?.status, answer?.json()]).toEqual([
      200,
      expect.objectContaining({ transactionCount: rows, duplicateCount: 0 }),
    ]);
    expect(installation.stack.pidOf('ingest')).toBe(frozen);
    expect(await assertLedgerConsistent(installation)).toMatchObject({
      transactions: before.transactions + rows,
      imports: before.imports + 1,
    });
  }, 150_000);
}

/** Starts an ingest process with the worker role only. */
async function secondWorker(environment: Readonly<Record<string, string>>): Promise<{ stop: () => Promise<void> }> {
  const { command, args, env } = serviceProgram('ingest', {
    ...environment,
    PROCESS_ROLE: 'worker',
    PORT: String(await freePort()),
  });
  const child = spawn(command, args, { stdio: 'ignore', env });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
