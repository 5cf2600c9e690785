import type { MetricsResponse } from '@clearwatch/contracts/dashboard.dto';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { redisUrlForTests } from '@clearwatch/service-kit/testing/queue-fixtures';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { assertLedgerConsistent, extractionRow, writeJsonFile } from './testing/stack-ledgers.ts';

const BACKENDS = [
  ['PostgreSQL', undefined],
  ['Redis', 21],
] as const;

describe.each(BACKENDS)('queues on %s', (_backend, redisDatabase) => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;

  beforeAll(async () => {
    installation = await startTemporaryInstallation({
      redisUrl: redisDatabase === undefined ? undefined : redisUrlForTests(redisDatabase),
    });
    admin = await signedInAdmin(installation);
  }, 90_000);

  afterAll(() => installation?.remove(), 60_000);

  const read = async <T>(path: string): Promise<T> => (await admin.expect(200, 'GET', path)).json() as T;
  const upload = async (name: string, rows: unknown[]): Promise<number> => {
    const answer = await admin.upload(writeJsonFile(installation.dataDirectory, name, rows));
    expect(answer.status).toBe(200);
    return (answer.json() as { importId: number }).importId;
  };
  const undo = async (importId: number): Promise<void> => {
    await admin.expect(202, 'DELETE', `/api/imports/${importId}`);
    await waitUntil(
      'the import is undone',
      async () => {
        const { state } = await read<ImportSummary>(`/api/imports/${importId}`);
        return state === 'undone';
      },
      30_000,
    );
  };

  it('an undone import leaves entries, members and figures as if only the other files were imported, to the cent', async () => {
    const shared = extractionRow({ amount: '100.00', check_tracer_number: '091000010000001' });
    const wrong = await upload('wrong.json', [
      shared,
      extractionRow({ amount: '7.77', account_number: '1000009', check_tracer_number: '091000010000002' }),
    ]);
    const right = await upload('right.json', [
      shared,
      extractionRow({ amount: '0.05', check_tracer_number: '091000010000003' }),
    ]);
    await admin.expect(200, 'POST', `/api/imports/${right}/duplicates/1/keep`);
    await waitUntil('the kept duplicate is in the figures', async () => {
      const { totalCredits } = await read<MetricsResponse>('/api/metrics/30');
      return totalCredits === '207.82';
    });
    await undo(wrong);

    expect(await read('/api/metrics/30')).toMatchObject({ totalCredits: '100.05', activeMembers: 1 });
    expect(await read('/api/transactions?accountNumber=1000009&limit=10')).toEqual([]);
    const entries = await read<Transaction[]>('/api/transactions?limit=10');
    expect(entries.map(({ importId }) => importId)).toEqual([right, right]);
    expect(await read(`/api/imports/${right}`)).toMatchObject({
      transactionCount: 2,
      duplicateCount: 0,
      keptCount: 0,
    });
    expect(await assertLedgerConsistent(installation)).toMatchObject({
      transactions: 2,
      members: 1,
      credits: 10_005,
    });
  });

  it('undoing the last import leaves an empty ledger, and its file can be imported again', async () => {
    const [last] = await read<ImportSummary[]>('/api/imports');
    await undo(last?.importId ?? 0);
    expect(await read('/api/metrics/30')).toMatchObject({ totalCredits: '0.00', activeMembers: 0 });
    expect(await assertLedgerConsistent(installation)).toMatchObject({ transactions: 0, members: 0 });

    await upload('right.json', [extractionRow({ amount: '0.05', check_tracer_number: '091000010000003' })]);
    expect(await read('/api/metrics/30')).toMatchObject({ totalCredits: '0.05' });
    expect(await assertLedgerConsistent(installation)).toMatchObject({ transactions: 1, members: 1 });
  });
});
