import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadKeys } from '@clearwatch/infra-local/installation-keys';
import { withDatabaseOf } from '@clearwatch/infra-local/operator-database';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import { readSettings } from '@clearwatch/infra-local/start-settings';
import { tableStates } from '@clearwatch/infra-postgres/backup/testing/backup-test-databases';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { OperatedInstallation } from './operated-installation.ts';
import { writePlainFile } from './stack-ledgers.ts';

const LISTING =
  'Account     Name             Company          Code   Amount    Type    Date\n' +
  '2000000001  EXAMPLE, ANNA    ACME PAYROLL     22        100.00 Credit  08/03/2026\n';
const ROWS = 1_000;
const WITHIN_MS = 120_000;

interface BackupPlan {
  admin: StaffClient;
  password: string;
}

/**
 * Fills an installation with every kind of data, backs it up while it runs, restores it elsewhere and compares the two.
 * @returns rows and digest of every table, in both installations
 */
export async function backUpAndRestore(
  source: OperatedInstallation,
  plan: BackupPlan,
): Promise<Record<'before' | 'after', Record<string, string>>> {
  const backups = `${source.dataDirectory}-backups`;
  mkdirSync(backups);
  const elsewhere = new OperatedInstallation();
  try {
    const ledger = await fill(plan.admin, backups);
    const { file, states, key } = await backedUp(source, backups);

    const onTop = await source.run('restore', ['--from', file], key);
    expect([onTop.code, onTop.errorOutput]).toEqual([2, expect.stringMatching(/is not empty; nothing was changed/)]);
    const restored = await elsewhere.run('restore', ['--from', file], key);
    expect([restored.code, restored.errorOutput]).toEqual([0, '']);
    expect(restored.out).toMatch(
      /byte for byte[^]*The ledger agrees to the cent: 1,001 [^]*The audit log is intact: \d+ events; .*, as in the backup\./,
    );
    expect(loadKeys(elsewhere.dataDirectory)).toEqual(loadKeys(source.dataDirectory));
    const settings = readSettings({ DATA_DIR: elsewhere.dataDirectory });
    const after = await withDatabaseOf(settings, tableStates);

    await elsewhere.start();
    const there = await signedIn(elsewhere, plan);
    await compare(there, plan.admin);
    const again = await there.upload(ledger);
    expect(again.json()).toMatchObject({ transactionCount: 0, duplicateCount: ROWS });
    return { before: states, after };
  } finally {
    await elsewhere.remove();
    rmSync(backups, { recursive: true, force: true });
  }
}

/** Creates an import with alerts, one of them reviewed, and a document with its import. */
async function fill(admin: StaffClient, folder: string): Promise<string> {
  const { path, suspicious } = await writePlainFile({
    path: join(folder, 'ledger.json'),
    rows: ROWS,
    suspicious: 2,
  });
  expect((await admin.upload(path)).json()).toMatchObject({ transactionCount: ROWS, state: 'completed' });
  const form = new FormData();
  form.append('files', new Blob([LISTING]), 'listing.txt');
  await admin.expect(200, 'POST', '/api/bulk-upload-llamaextract', form);
  await waitUntil('the document is imported', () => hasImported(admin, ROWS + 1), WITHIN_MS);
  const alerts = async () => (await admin.get('/api/unusual-activities')).json() as { id: number }[];
  await waitUntil('the alerts are raised', async () => (await alerts()).length >= suspicious.length, WITHIN_MS);
  const [first] = await alerts();
  const decision = { outcome: 'explained', note: 'A house was sold.' };
  expect((await admin.call('PATCH', `/api/unusual-activities/${first?.id}/review`, decision)).status).toBe(200);
  return path;
}

/** Whether the completed imports contain this number of entries in total. */
async function hasImported(admin: StaffClient, entries: number): Promise<boolean> {
  const imports = (await admin.get('/api/imports')).json() as { state: string; transactionCount: number }[];
  const stored = imports.filter(({ state }) => state === 'completed');
  return stored.reduce((sum, { transactionCount }) => sum + transactionCount, 0) === entries;
}

/** Makes a backup during which nothing was written, so that its source state is known. */
async function backedUp(source: OperatedInstallation, folder: string) {
  const keyFile = join(folder, 'backup.key');
  writeFileSync(keyFile, `${randomBytes(32).toString('hex')}\n`);
  const url = await source.ownerUrl();
  let states: Record<string, string> = {};
  let name: string | undefined;
  await waitUntil(
    'a backup is made while nothing is written',
    async () => {
      states = await tableStates(url);
      name = join(folder, `${Date.now()}.backup`);
      const { code, out, errorOutput } = await source.run('backup', ['--to', name, '--key-file', keyFile]);
      expect([code, errorOutput]).toEqual([0, '']);
      expect(out).toMatch(/entries +1,001 {2}credits \$[\d,.]+, debits \$[^]*uploaded files +3\n/);
      return JSON.stringify(await tableStates(url)) === JSON.stringify(states);
    },
    WITHIN_MS,
  );
  expect(readdirSync(folder).filter((found) => found.includes('unfinished'))).toEqual([]);
  return { file: name ?? '', states, key: { BACKUP_KEY_FILE: keyFile } };
}

/** Signs in with the original password and authenticator; the original sessions no longer work. */
async function signedIn(elsewhere: OperatedInstallation, { admin, password }: BackupPlan): Promise<StaffClient> {
  const client = elsewhere.newClient();
  const before = await client.call('GET', '/api/auth/user', undefined, { cookie: admin.cookieHeader });
  expect(before.status).toBe(401);
  // The code of this time step may have been used before the backup.
  await elsewhere.asOwner((owner) => owner.query('UPDATE auth.users SET two_factor_last_step = 0'));
  const credentials = { username: 'admin', password };
  await client.expect(200, 'POST', '/api/auth/login', credentials);
  await client.expect(200, 'POST', '/api/auth/login', { ...credentials, twoFactorCode: admin.code() });
  return client;
}

/** Expects the same API responses, and the original of the uploaded document. */
async function compare(there: StaffClient, here: StaffClient): Promise<void> {
  for (const path of [
    '/api/metrics/365',
    '/api/unusual-activities',
    '/api/imports',
    '/api/parse-jobs',
    '/api/members',
    '/api/companies/summary',
    '/api/detection/chain',
  ]) {
    const [one, other] = [await there.expect(200, 'GET', path), await here.expect(200, 'GET', path)];
    expect([path, one.json()]).toEqual([path, other.json()]);
  }
  const [job] = (await there.get('/api/parse-jobs')).json() as { id: number }[];
  expect((await there.expect(200, 'GET', `/api/parse-jobs/${job?.id}/document`)).text).toBe(LISTING);
}
