import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { peakMegabytes, resetPeakMemory } from '@clearwatch/bench/bench-table';
import type { ClientResponse, StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { PARTIALLY_ACCEPTED, REFUSED } from '../testing/hostile-file-fixtures.ts';
import { assertLedgerConsistent, extractionRow } from '../testing/stack-ledgers.ts';

/** Memory limit for ingest, which uses 170 MB after its first import. */
const MOST_MEGABYTES = 300;
/** Number of characters of a value that are kept with its rejected row. */
const LONGEST_VALUE = 1_000;

interface Uploaded {
  importId: number;
  state: string;
  transactionCount: number;
  rejectedCount: number;
}

describe('hostile files', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;
  let ingest: number | undefined;

  beforeAll(async () => {
    installation = await startTemporaryInstallation();
    admin = await signedInAdmin(installation);
    ingest = installation.stack.pidOf('ingest');
  }, 90_000);

  afterAll(async () => {
    await installation?.remove();
  }, 60_000);

  /** Sends the content under any file name, and checks the memory that ingest used. */
  async function send(content: string | Buffer, name: string): Promise<ClientResponse> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
    resetPeakMemory(ingest);
    const answer = await admin.call('POST', '/api/upload-transactions', form);
    expect(peakMegabytes(ingest) ?? 0).toBeLessThan(MOST_MEGABYTES);
    return answer;
  }

  const read = async <T>(path: string): Promise<T> => (await admin.expect(200, 'GET', path)).json() as T;

  it.each(REFUSED)(
    'an upload of $what is refused with a clear message [security 6.1]',
    async ({ name, content, status, message: expectedMessage }) => {
      const bytes = content();
      // Building a bomb blocks the event loop while the idle connection closes: let the client notice that it has.
      await setImmediate();
      const answer = await send(bytes, name);

      expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(expectedMessage)]);
      expect(answer.text.length).toBeLessThan(400);
      expect(answer.text).not.toMatch(/^[{<]/);
    },
    60_000,
  );

  it.each(PARTIALLY_ACCEPTED)(
    'an upload of $what is rejected row by row, and the valid rows are stored [security 6.2]',
    async ({ name, content, status, message: expectedMessage, stored }) => {
      const answer = await send(content(), name);
      expect(answer.status).toBe(status);
      const { importId, rejectedCount } = answer.json() as Uploaded;
      const rejects = await read<{ reason: string; value: string }[]>(`/api/imports/${importId}/rejects`);

      expect(answer.json()).toMatchObject({ transactionCount: stored });
      expect(rejectedCount).toBeGreaterThan(0);
      expect(rejects[0]?.reason).toMatch(expectedMessage);
      for (const { value } of rejects) expect(value.length).toBeLessThanOrEqual(LONGEST_VALUE);
    },
    60_000,
  );

  it.each([
    ['a path', `${'../'.repeat(20)}tmp/evil.json`, 'evil.json'],
    ['a Windows path', 'C:\\Windows\\System32\\evil.json', 'evil.json'],
    ['5,000 characters long', `${'n'.repeat(5_000)}.json`, 'n'.repeat(255)],
    ['two dots', '..', 'unnamed'],
  ])(
    'a file whose name is %s is stored in the uploads folder under a sanitized name [security 6.3]',
    async (_what, name, shown) => {
      const answer = await send(JSON.stringify([extractionRow({ account_number: name.slice(0, 9) })]), name);
      const { importId } = answer.json() as Uploaded;
      const { fileName, digest } = await read<{ fileName: string; digest: string }>(`/api/imports/${importId}`);
      const found = ['/tmp', dirname(installation.dataDirectory)].flatMap((folder) => readdirSync(folder));

      expect(fileName).toBe(shown);
      expect(found).not.toContain('evil.json');
      expect(readdirSync(join(installation.dataDirectory, 'uploads', digest.slice(0, 2)))).toContain(digest);
    },
    60_000,
  );

  it('formulas in an uploaded file are stored as text, and no CSV export contains a formula [security 6.4]', async () => {
    const formula = '=HYPERLINK("http://evil.example","Salary")';
    const answer = await send(
      JSON.stringify([
        extractionRow({ company: formula, last_name: '@SUM(A1)', account_number: '990001' }),
        extractionRow({ company: formula, amount: '=1+1', account_number: '990002' }),
      ]),
      'formulas.json',
    );
    const { importId } = answer.json() as Uploaded;
    const [entry] = await read<{ company: string; lastName: string }[]>('/api/transactions?accountNumber=990001');
    const { text } = await admin.expect(200, 'GET', `/api/imports/${importId}/rejects.csv`);

    expect(entry).toMatchObject({ company: formula, lastName: '@SUM(A1)' });
    expect(text).toContain("'=1+1");
  }, 60_000);

  it('hostile files leave ingest running and the ledger correct to the cent [security 6.13]', async () => {
    expect(installation.stack.pidOf('ingest')).toBe(ingest);
    expect(installation.messages.join('\n')).not.toMatch(/stopped/);
    const { status } = await send(JSON.stringify([extractionRow({ account_number: '990009' })]), 'good.json');

    expect(status).toBe(200);
    await assertLedgerConsistent(installation);
  }, 60_000);
});
