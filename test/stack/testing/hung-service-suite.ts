import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '@clearwatch/infra-local/free-ports';
import { serviceProgram } from '@clearwatch/infra-local/service-process';
import type { ClientResponse } from '@clearwatch/infra-local/staff-client';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import {
  type FaultTarget,
  hasWaitingSessions,
  isWaiting,
  rowsOf,
  withTableLocked,
} from './fault-injection.ts';
import { assertLedgerConsistent, writePlainFile } from './stack-ledgers.ts';

const ROWS = 500;
/** Connections of a service to its database, unless set otherwise. */
const POOL = 10;
/** The lock of a frozen worker's job runs out after ten seconds, which is looked at every five. */
const TAKEN_OVER_WITHIN_MS = 90_000;

/** Nothing is dead here: processes and tables that keep others waiting. */
export function hungServices(site: () => FaultTarget): void {
  const statusOf = async (path: string) => (await site().admin.get(path)).status;

  it('leave the rest at work when one is frozen, answer its reads 503 within seconds, and what it is sent later [fault 1.12]', async () => {
    const frozen = site().installation.stack.pidOf('analytics') ?? 0;
    process.kill(frozen, 'SIGSTOP');
    try {
      const started = performance.now();
      const read = await site().admin.get('/api/metrics/30');
      expect([read.status, read.headers.get('retry-after')]).toEqual([503, '5']);
      // After four seconds, and what a busy machine adds; without asking for a sign of life it would be a minute.
      expect(performance.now() - started).toBeLessThan(15_000);
      expect(await statusOf('/api/auth/user')).toBe(200);
      expect(await statusOf('/api/imports')).toBe(200);
      expect(await statusOf('/api/users')).toBe(200);
      // Known to be frozen: it is sent nothing more.
      expect(await statusOf('/api/members/count')).toBe(503);
      process.kill(frozen, 'SIGCONT');
      await waitUntil('its reads are answered', async () => (await statusOf('/api/metrics/30')) === 200);
    } finally {
      process.kill(frozen, 'SIGCONT');
    }
  }, 60_000);

  it('refuse what has no connection left when their database is slow, instead of piling it up [fault 3.4]', async () => {
    const days = Array.from({ length: POOL }, (_, index) => 40 + index);
    await withTableLocked(site(), 'analytics.figures', async (release) => {
      const patient = days.map((day) => site().admin.get(`/api/metrics/${day}`));
      await waitUntil(
        'all connections wait',
        async () => (await hasWaitingSessions(site(), 'clearwatch-analytics')) >= POOL,
        30_000,
      );
      const refused = await site().admin.get('/api/metrics/30');
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
      expect(await statusOf('/api/imports')).toBe(200);
      expect(await statusOf('/api/auth/user')).toBe(200);
      await release();

      // Work of the service itself may have had one of the connections.
      const statuses = (await Promise.all(patient)).map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    });
    expect(await statusOf('/api/metrics/30')).toBe(200);
  }, 90_000);

  it('store an import once when its worker is frozen past its lock, another takes over, and it goes on [fault 1.3]', async () => {
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
      await waitUntil('it is being stored', () => isWaiting(site(), 'clearwatch-import-%'), 60_000);
      frozen = installation.stack.pidOf('ingest') ?? 0;
      process.kill(frozen, 'SIGSTOP');
    });
    const other = await secondWorker(installation.stack.environmentOf('ingest'));
    try {
      const unfinished = () =>
        rowsOf(site(), `SELECT FROM ledger.imports WHERE state IN ('received', 'importing')`);
      await waitUntil('it is stored', async () => (await unfinished()).length === 0, TAKEN_OVER_WITHIN_MS);
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

/** A process of ingest that only works. */
async function secondWorker(
  environment: Readonly<Record<string, string>>,
): Promise<{ stop: () => Promise<void> }> {
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
