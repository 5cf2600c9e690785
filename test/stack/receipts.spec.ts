import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { MetricsResponse } from '@clearwatch/contracts/dashboard.dto';
import type { DuplicateRow, ImportReceipt } from '@clearwatch/contracts/imports.dto';
import type { Transaction, TransactionDetail } from '@clearwatch/contracts/transactions.dto';
import { aNachaFile } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { assertLedgerConsistent, extractionRow, writeJsonFile } from './testing/stack-ledgers.ts';

describe('whole application', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;

  beforeAll(async () => {
    installation = await startTemporaryInstallation();
    admin = await signedInAdmin(installation);
  }, 90_000);

  afterAll(() => installation?.remove(), 60_000);

  const read = async <T>(path: string): Promise<T> => (await admin.expect(200, 'GET', path)).json() as T;
  const upload = async (path: string): Promise<number> => {
    const answer = await admin.upload(path);
    expect(answer.status).toBe(200);
    return (answer.json() as { importId: number }).importId;
  };

  it('a receipt compares a compressed NACHA file with its control totals, and each entry links to its record', async () => {
    const records = aNachaFile([
      { sec: 'PPD', entries: [{ fields: { account: '77' } }, { fields: { account: '78', amount: '1' } }] },
    ]);
    const path = join(installation.dataDirectory, 'march.ach.gz');
    writeFileSync(path, gzipSync(records.join('\r\n')));
    const importId = await upload(path);
    const receipt = await read<ImportReceipt>(`/api/imports/${importId}`);
    const [entry] = await read<Transaction[]>('/api/transactions?accountNumber=77&limit=10');
    const detail = await read<TransactionDetail>(`/api/transactions/${entry?.id}`);

    expect(receipt).toMatchObject({ fileKind: 'nacha', creditTotal: '1250.01', unbalancedCount: 0 });
    expect(receipt.totals.map(({ balanced }) => balanced)).toEqual([true, true]);
    expect(detail).toMatchObject({
      member: { accountNumber: '77', totalCredits: '1250.00' },
      transaction: { metadata: { record: records[2] } },
      source: { fileName: 'march.ach.gz', line: 3 },
    });
    expect((await admin.get('/api/transactions/999999')).text).toBe('Transaction not found');
  });

  it('a receipt lists duplicates, and a duplicate that is kept counts once in the figures', async () => {
    const fare = extractionRow({ check_tracer_number: '091000010000001', amount: '1000.00' });
    await upload(writeJsonFile(installation.dataDirectory, 'fares.json', [fare]));
    const again = await upload(
      writeJsonFile(installation.dataDirectory, 'again.json', [fare, extractionRow({ amount: '=1' })]),
    );
    const before = await read<MetricsResponse>('/api/metrics/365');
    const [duplicate] = await read<DuplicateRow[]>(`/api/imports/${again}/duplicates`);
    expect(duplicate).toMatchObject({ row: 1, case: 'in_ledger', twin: { fileName: 'fares.json' } });

    await admin.expect(200, 'POST', `/api/imports/${again}/duplicates/1/keep`);
    await admin.expect(200, 'POST', `/api/imports/${again}/duplicates/1/keep`);
    const credits = async () => Number((await read<MetricsResponse>('/api/metrics/365')).totalCredits);
    await waitUntil(
      'the figures include the kept duplicate',
      async () => (await credits()) > Number(before.totalCredits),
    );

    expect((await credits()) - Number(before.totalCredits)).toBeCloseTo(1000, 6);
    expect(await read(`/api/imports/${again}`)).toMatchObject({ duplicateCount: 1, keptCount: 1 });
    const { headers, text } = await admin.expect(200, 'GET', `/api/imports/${again}/rejects.csv`);
    expect(headers.get('content-type')).toContain('text/csv');
    expect(text).toContain(",amount,'=1,");
  });

  it('staff can retry a failed import with one call', async () => {
    const path = writeJsonFile(installation.dataDirectory, 'broken.json', '[{"a":1},]');
    expect((await admin.upload(path)).status).toBe(422);
    const [failed] = await read<ImportReceipt[]>('/api/imports?page=1&pageSize=1');
    const answer = await admin.expect(202, 'POST', `/api/imports/${failed?.importId}/retry`);
    expect(answer.json()).toMatchObject({ importId: failed?.importId });
    await waitUntil(
      'the retry has failed',
      async () => (await read<ImportReceipt>(`/api/imports/${failed?.importId}`)).state === 'failed',
    );
  });

  it('receipts agree to the cent with entries, members and figures', async () => {
    expect(await assertLedgerConsistent(installation)).toEqual({
      transactions: 4,
      members: 3,
      imports: 4,
      credits: 125_001 + 2 * 100_000,
      debits: 0,
    });
  });
});
