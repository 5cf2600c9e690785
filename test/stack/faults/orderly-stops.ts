import { join } from 'node:path';
import { until } from '@clearwatch/service-kit/testing/until';
import { writePlainFile } from '../plain-ledger.ts';
import { type FaultSite, isWaiting, stopped, whileHeld } from './fault-site.ts';

const ROWS = 500;
const SERVICES = ['auth', 'ingest', 'analytics', 'reports', 'gateway'] as const;
/** Whatever stops again and again is started again after eight seconds at most. */
const UP_WITHIN_MS = 180_000;
/** Of its own accord; a process that is still there after eight seconds ends itself with 1. */
const BY_ITSELF = /stopped \(exit code 0\)/;

/** On an installation that holds a plain ledger. */
const A_FEW_ROWS = { lastName: 'plain 1', dateRange: { start: '2026-01-02', end: '2026-01-02' } };

/** The way out of two services at once. */
export function finishesRequests(site: () => FaultSite): void {
  it('keep connections for longer than a proxy does, which would use one that is just being closed', async () => {
    const { headers } = await site().admin.get('/api/auth/user');
    expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120);
  });

  it('finish what staff has asked for: a file on its way through both of them arrives whole', async () => {
    await whileHeld(site(), 'ledger.transactions', async (letGo) => {
      const sending = site().admin.call('POST', '/api/reports/export-csv', A_FEW_ROWS);
      await until('the export is under way', () => isWaiting(site(), 'clearwatch-transactions-export'));
      const [gateway, reports] = [stopped(site(), 'gateway'), stopped(site(), 'reports')];
      await Promise.all([gateway.told, reports.told]);
      await letGo();
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
export function handsJobsBack(site: () => FaultSite): void {
  it('hand an import back, tell its sender what is known, and the next process stores it', async () => {
    const { installation, admin } = site();
    const { path, rows } = await writePlainFile({
      path: join(installation.dataDirectory, 'handed-back.json'),
      rows: ROWS,
      prefix: '71',
    });
    let importId = 0;
    await whileHeld(site(), 'ledger.members', async () => {
      const sending = admin.upload(path);
      await until('it is being stored', () => isWaiting(site(), 'clearwatch-import-%'), 60_000);
      const ingest = stopped(site(), 'ingest');
      const answer = await sending;
      expect([answer.status, answer.json()]).toEqual([202, expect.objectContaining({ state: 'importing' })]);
      importId = (answer.json() as { importId: number }).importId;
      expect(await ingest.ended).toMatch(BY_ITSELF);
    });
    await untilUp(site());
    const outcome = async () => (await admin.expect(200, 'GET', `/api/imports/${importId}`)).json();
    const completed = { state: 'completed', transactionCount: rows, duplicateCount: 0 };
    await until(
      'it is in the figures',
      async () => ((await outcome()) as { state: string }).state === 'completed',
      90_000,
    );
    expect(await outcome()).toMatchObject(completed);
  }, 120_000);
}

/** Every service answers again; asked past the gateway, which remembers for a moment what it was told. */
export async function untilUp({ installation }: FaultSite): Promise<void> {
  for (const service of SERVICES) {
    const path = service === 'gateway' ? '/api/health' : '/health';
    const address = `${installation.stack.urlOf(service)}${path}`;
    const isUp = () =>
      fetch(address).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(`${service} is up`, isUp, UP_WITHIN_MS);
  }
}
