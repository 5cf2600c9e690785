import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { aNachaFile } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { hungServices } from './testing/hung-service-suite.ts';
import { finishesRequests, handsJobsBack, randomRestarts } from './testing/restart-suites.ts';
import { assertLedgerConsistent, writePlainFile } from './testing/stack-ledgers.ts';

const ROWS = 2_000;
const CSV_HEADER = 'Account Number,Last Name,First Name,Company Name,Amount,Transaction Type,Posting Date,Trace Number';

interface Uploaded {
  importId: number;
  state: string;
  transactionCount: number;
  duplicateCount: number;
  rejectedCount: number;
}

interface TestFile {
  path: string;
  transactions: number;
  members: number;
  /** Cents. */
  credits: number;
  debits: number;
}

describe('uploads', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;

  beforeAll(async () => {
    installation = await startTemporaryInstallation();
    admin = await signedInAdmin(installation);
    mkdirSync(folder(), { recursive: true });
  }, 90_000);

  afterAll(() => installation?.remove(), 60_000);

  const folder = () => join(installation.dataDirectory, 'uploads');
  const storedBytes = () =>
    readdirSync(folder(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  const imports = async () => (await admin.expect(200, 'GET', '/api/imports')).json() as object[];

  async function json(prefix: string, wrap: 'plain' | 'packed' = 'plain'): Promise<TestFile> {
    const path = join(installation.dataDirectory, `${prefix}.json`);
    const { rows, accounts, credits, debits } = await writePlainFile({ path, rows: ROWS, prefix });
    if (wrap === 'packed') writeFileSync(path, gzipSync(readFileSync(path), { level: 1 }));
    return { path, transactions: rows, members: accounts, credits, debits };
  }

  function nacha(prefix: string): TestFile {
    const entries = Array.from({ length: ROWS }, (_, index) => ({
      fields: { account: `${prefix}${index % 100}`, amount: String(100 + index) },
    }));
    const path = join(installation.dataDirectory, `${prefix}.ach`);
    writeFileSync(path, aNachaFile([{ sec: 'PPD', entries }]).join('\r\n'));
    return {
      path,
      transactions: ROWS,
      members: 100,
      credits: ROWS * 100 + (ROWS * (ROWS - 1)) / 2,
      debits: 0,
    };
  }

  function csv(prefix: string, rows = ROWS): TestFile {
    const lines = Array.from(
      { length: rows },
      (_, index) =>
        `${prefix}${index % 100},SAMPLE,ANA,CITY WATER,${(100 + index) / 100},Debit,2026-03-02,${prefix}${index}`,
    );
    const path = join(installation.dataDirectory, `${prefix}.csv`);
    writeFileSync(path, [CSV_HEADER, ...lines].join('\n'));
    const debits = rows * 100 + (rows * (rows - 1)) / 2;
    return { path, transactions: rows, members: Math.min(rows, 100), credits: 0, debits };
  }

  /** Maps the columns once, so that files with this header import directly. */
  async function mapCsvColumns(): Promise<TestFile> {
    const ledgerFile = csv('80', 1);
    const { importId } = (await admin.upload(ledgerFile.path)).json() as Uploaded;
    await admin.expect(200, 'POST', `/api/imports/${importId}/mapping`);
    await completed(importId);
    return ledgerFile;
  }

  /** Waits for the import: on a busy machine the upload may be answered before the queue finishes. */
  async function completed(importId: number): Promise<Uploaded> {
    const now = async () => (await admin.expect(200, 'GET', `/api/imports/${importId}`)).json() as Uploaded;
    await waitUntil('the import is completed', async () => (await now()).state === 'completed', 90_000);
    return now();
  }

  it('an upload leaves no import and no bytes when the sender disconnects [security 6.6] [fault 4.2]', async () => {
    const ledgerFile = await json('9');
    const content = readFileSync(ledgerFile.path);
    const sending = request(new URL('/api/upload-transactions', installation.url), {
      method: 'POST',
      headers: {
        cookie: admin.cookieHeader,
        origin: installation.url,
        'content-type': 'multipart/form-data; boundary=edge',
        'content-length': String(content.length + 1_000),
      },
    });
    sending.on('error', () => undefined);
    sending.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n');
    sending.write(content);
    await waitUntil('bytes arrive', () => storedBytes() === 1);
    sending.destroy();
    await waitUntil('the bytes are removed', () => storedBytes() === 0);

    expect(await imports()).toEqual([]);
  }, 60_000);

  it('twenty simultaneous files of all formats are stored once each, although two are the same file [security 6.6] [fault 4.1]', async () => {
    const mapped = await mapCsvColumns();
    const ledgerFile = [
      ...(await Promise.all(['10', '11', '12', '13', '14', '15', '16'].map((prefix) => json(prefix)))),
      ...(await Promise.all(['20', '21', '22'].map((prefix) => json(prefix, 'packed')))),
      ...['30', '31', '32', '33', '34'].map(nacha),
      ...['40', '41', '42', '43'].map((prefix) => csv(prefix)),
    ];
    const [twice] = ledgerFile;
    if (twice === undefined) throw new Error('no test file');
    const answers = await Promise.all([...ledgerFile, twice].map(({ path }) => admin.upload(path)));
    const receipts = await Promise.all(answers.map((answer) => completed((answer.json() as Uploaded).importId)));

    const duplicateReceipts = [receipts[0], receipts[19]];
    expect(duplicateReceipts).toContainEqual(expect.objectContaining({ transactionCount: ROWS, duplicateCount: 0 }));
    expect(duplicateReceipts).toContainEqual(expect.objectContaining({ transactionCount: 0, duplicateCount: ROWS }));
    for (const one of receipts.slice(1, 19)) {
      expect(one).toMatchObject({ transactionCount: ROWS, duplicateCount: 0, rejectedCount: 0 });
    }
    const sum = (what: 'transactions' | 'members' | 'credits' | 'debits') =>
      [mapped, ...ledgerFile].reduce((total, one) => total + one[what], 0);
    expect(await assertLedgerConsistent(installation)).toEqual({
      transactions: sum('transactions'),
      members: sum('members'),
      imports: 21,
      credits: sum('credits'),
      debits: sum('debits'),
    });
    expect(storedBytes()).toBe(20);
  }, 120_000);

  const site = () => ({ installation, admin });
  describe('stopping processes', () => {
    finishesRequests(site);
    handsJobsBack(site);
  });
  describe('hung processes and locked tables', () => {
    hungServices(site);
  });
  describe('parts of an installation', () => {
    randomRestarts(site);
  });
});
