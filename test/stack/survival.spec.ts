import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/trial/staff-client';
import {
  signedInAdmin,
  startTrialInstallation,
  type TrialInstallation,
} from '@clearwatch/infra-local/trial/trial-installation';
import { writeJson } from '@clearwatch/sample-data/json/write-json';
import { generateLedger } from '@clearwatch/sample-data/ledger/generate-ledger';
import { until } from '@clearwatch/service-kit/testing/until';
import { Client } from 'pg';

const ROWS = 60_000;

interface Import {
  id?: number;
  importId: number;
  state: string;
  bytesRead: number;
  transactionCount: number;
}

/** Real processes, really killed. */
describe('a process dies', () => {
  let installation: TrialInstallation;
  let admin: StaffClient;

  beforeAll(async () => {
    installation = await startTrialInstallation();
    admin = await signedInAdmin(installation);
  }, 90_000);

  afterAll(() => installation?.remove(), 60_000);

  const imports = async () => (await admin.get('/api/imports')).json() as Import[];

  it('ingest, in the middle of an import: it starts again and the import ends as if nothing had happened', async () => {
    const path = join(installation.dataDirectory, 'ledger.json');
    await writeJson(
      createWriteStream(path),
      generateLedger({ seed: 3, transactions: ROWS, accounts: 1_500, lastDay: '2026-10-30' }),
      'extraction',
    );
    const before = installation.stack.pidOf('ingest');
    const upload = admin.upload(path).then(
      ({ status }) => status,
      () => 0,
    );
    await until('the import is being read', async () => {
      const [newest] = await imports();
      return newest?.state === 'importing' && newest.bytesRead > 0;
    });
    process.kill(before ?? 0, 'SIGKILL');
    // The upload's own answer is lost with the process; what counts is the ledger.
    expect([0, 502, 503]).toContain(await upload);
    await until('ingest is back', () => installation.stack.pidOf('ingest') !== before);
    await until(
      'the import is complete',
      async () => {
        const answer = await admin.get('/api/imports');
        return answer.status === 200 && (answer.json() as Import[])[0]?.state === 'completed';
      },
      60_000,
    );
    expect((await imports())[0]).toMatchObject({ transactionCount: ROWS });
    expect(installation.said.join('\n')).toMatch(
      /ingest stopped \(signal SIGKILL\); starting it again in 0\.5 s/,
    );
    expect(await recount(installation)).toEqual({ transactions: ROWS, rollups: ROWS, members: ROWS });
  }, 120_000);

  it('PostgreSQL: answers 503, never "signed out", and heals by itself', async () => {
    const client = new Client({ connectionString: installation.stack.ownerUrl });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ data: string }>("SELECT current_setting('data_directory') AS data");
    await client.end();
    const { readFileSync } = await import('node:fs');
    process.kill(
      Number(readFileSync(join(rows[0]?.data ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    );
    const seen = new Set<number>();
    await until(
      'the application answers again',
      async () => {
        const { status } = await admin.get('/api/metrics/30');
        seen.add(status);
        return status === 200 && seen.size > 1;
      },
      30_000,
    );
    expect(seen).toEqual(new Set([200, 503]));
    expect((await admin.get('/api/auth/user')).status).toBe(200);
  }, 60_000);

  it('analytics: its screens say so while the rest works, and it comes back', async () => {
    const before = installation.stack.pidOf('analytics');
    process.kill(before ?? 0, 'SIGKILL');
    await until('the gateway notices', async () => (await admin.get('/api/metrics/30')).status === 503);
    expect((await admin.get('/api/imports')).status).toBe(200);
    await until('analytics is back', async () => (await admin.get('/api/metrics/30')).status === 200, 30_000);
    expect(installation.stack.pidOf('analytics')).not.toBe(before);
  }, 60_000);
});

/** Rows of the ledger, and the same counted from the rollups and from the members. */
async function recount(installation: TrialInstallation): Promise<Record<string, number>> {
  const client = new Client({ connectionString: installation.stack.ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(`
      SELECT (SELECT count(*) FROM ledger.transactions) AS transactions,
             (SELECT sum(entries) FROM analytics.account_days) AS rollups,
             (SELECT sum(transaction_count) FROM ledger.members) AS members`);
    return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]));
  } finally {
    await client.end();
  }
}
