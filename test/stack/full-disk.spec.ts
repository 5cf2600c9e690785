import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  signedInAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { Client } from 'pg';
import { canMount, type SmallDisk, smallDisk } from './testing/small-disk.ts';
import { assertLedgerConsistent, type PlainFile, writePlainFile } from './testing/stack-ledgers.ts';

const ROWS = 60_000;
const DISK_MEGABYTES = 8;
const ROOMY_MEGABYTES = 2_000;
/** Enough for the file, but not for its entries and their PostgreSQL log. */
const LEFT_MEGABYTES = 30;
const RECOVERED_WITHIN_MS = 120_000;

interface Import {
  importId: number;
  state: string;
  transactionCount: number;
  failure: string | null;
}

/**
 * Two disks that are too small, one for uploads and one for the ledger table. Where mounting is not permitted, a
 * trigger raises the database's disk-full error, and the `saveFile` test, which writes to /dev/full, covers uploads.
 */
describe('full upload or ledger disk', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;
  let file: PlainFile;
  let owner: Client;
  const disks: SmallDisk[] = [];

  beforeAll(async () => {
    installation = await startTemporaryInstallation();
    admin = await signedInAdmin(installation);
    file = await writePlainFile({ path: join(installation.dataDirectory, 'plain.json'), rows: ROWS });
    owner = new Client({ connectionString: installation.stack.ownerUrl });
    await owner.connect();
  }, 90_000);

  afterAll(async () => {
    await owner?.end();
    await installation?.stack.stop();
    for (const disk of disks) disk.remove();
    await installation?.remove();
    rmSync(tablespace, { recursive: true, force: true });
  }, 60_000);

  const uploads = () => join(installation.dataDirectory, 'uploads');
  const tablespace = mkdtempSync(join(tmpdir(), 'clearwatch-tablespace-'));

  const newest = async () => ((await admin.expect(200, 'GET', '/api/imports')).json() as [Import])[0];

  if (canMount())
    it('an upload to a full disk is refused with a clear message, and no part of it is kept [security 6.5] [fault 3.7]', async () => {
      mkdirSync(uploads(), { recursive: true });
      const disk = smallDisk(uploads(), DISK_MEGABYTES);
      if (disk === null) throw new Error('mounting is no longer permitted');
      disks.push(disk);
      const answer = await admin.upload(file.path);

      expect([answer.status, answer.text]).toEqual([507, expect.stringMatching(/run out of disk space/)]);
      expect(readdirSync(join(uploads(), 'incoming'))).toEqual([]);
      expect((await admin.expect(200, 'GET', '/api/imports')).json()).toEqual([]);
      disk.resize(ROOMY_MEGABYTES);
    }, 60_000);

  it('an import into a full ledger disk fails with a clear message, and no part of it is kept [fault 3.7]', async () => {
    await fillDisk();
    const answer = await admin.upload(file.path);

    expect([answer.status, answer.text]).toEqual([507, expect.stringMatching(/run out of disk space\. Nothing/)]);
    expect(await newest()).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(
        /disk space\. Nothing from the file was stored\. Ask an operator to free disk space/,
      ),
    });
    expect(await assertLedgerConsistent(installation)).toMatchObject({ transactions: 0, imports: 0 });
  }, 60_000);

  it('an import that failed on a full disk is stored when it is retried after space is freed [fault 3.7]', async () => {
    await makeRoom();
    const { importId } = await newest();
    await admin.expect(202, 'POST', `/api/imports/${importId}/retry`);
    await waitUntil('the import is completed', async () => (await newest()).state === 'completed', 60_000);

    expect(await assertLedgerConsistent(installation)).toEqual({
      transactions: ROWS,
      members: file.accounts,
      imports: 1,
      credits: file.credits,
      debits: file.debits,
    });
  }, 90_000);

  let ledgerDisk: SmallDisk | null = null;

  /** Moves the ledger table to a disk with room for only part of the file. */
  async function fillDisk(): Promise<void> {
    ledgerDisk = smallDisk(tablespace, DISK_MEGABYTES);
    if (ledgerDisk === null) {
      await owner.query(`
        CREATE FUNCTION ledger.disk_full() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
        CREATE TRIGGER disk_full BEFORE INSERT ON ledger.members EXECUTE FUNCTION ledger.disk_full()`);
      return;
    }
    disks.push(ledgerDisk);
    const { uid, gid } = statSync(join(installation.dataDirectory, 'postgres', 'PG_VERSION'));
    chownSync(tablespace, uid, gid);
    await owner.query(`CREATE TABLESPACE small LOCATION '${tablespace}'`);
    await owner.query('ALTER TABLE ledger.transactions SET TABLESPACE small');
  }

  async function makeRoom(): Promise<void> {
    if (ledgerDisk === null) await owner.query('DROP FUNCTION ledger.disk_full CASCADE');
    else ledgerDisk.resize(ROOMY_MEGABYTES);
  }
});

/** More than PostgreSQL keeps ready after a checkpoint of a small database. */
const READY_SEGMENTS = 12;

/** Uses the segments of its log that PostgreSQL has ready, so that it needs room for the next one. */
async function fillLogSegments(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (let segment = 0; segment < READY_SEGMENTS; segment += 1)
    await client.query("SELECT pg_logical_emit_message(true, 'test', 'x'), pg_switch_wal()");
  await client.end();
}

/**
 * Uploads, tables and the PostgreSQL log on one disk. Without room for its log, PostgreSQL stops and does not start
 * again. Where mounting is not permitted, survival.spec.ts covers the recovery after a stop.
 */
function fullSharedDisk(): void {
  const folders: string[] = [];
  let disk: SmallDisk | null = null;
  let installation: TemporaryInstallation | undefined;
  let admin: StaffClient;
  let file: PlainFile;

  function folder(): string {
    const temporaryFolder = mkdtempSync(join(tmpdir(), 'clearwatch-disk-'));
    chmodSync(temporaryFolder, 0o711);
    folders.push(temporaryFolder);
    return temporaryFolder;
  }

  beforeAll(async () => {
    const parent = folder();
    disk = smallDisk(parent, ROOMY_MEGABYTES);
    installation = await startTemporaryInstallation({ parent });
    admin = await signedInAdmin(installation);
    file = await writePlainFile({ path: join(folder(), 'plain.json'), rows: ROWS });
  }, 90_000);

  afterAll(async () => {
    await installation?.remove();
    disk?.remove();
    for (const temporaryFolder of folders) rmSync(temporaryFolder, { recursive: true, force: true });
  }, 60_000);

  const newest = async (): Promise<Import | undefined> => {
    const answer = await admin.get('/api/imports');
    return answer.status === 200 ? (answer.json() as Import[])[0] : undefined;
  };

  it('a full disk with all data is reported to the operator, and the import is stored after space is freed [fault 3.7]', async () => {
    if (installation === undefined) throw new Error('no installation');
    const { messages } = installation;
    if (disk === null) throw new Error('mounting is no longer permitted');
    await fillLogSegments(installation.stack.ownerUrl);
    disk.resize(disk.usedMegabytes() + LEFT_MEGABYTES);
    void admin.upload(file.path).catch(() => undefined);
    await waitUntil(
      'the operator sees the reason',
      () => messages.join('\n').includes('No space left on device'),
      60_000,
    );
    expect((await admin.get('/api/imports')).status).toBe(503);
    disk.resize(ROOMY_MEGABYTES);
    await waitUntil(
      'the import has ended',
      async () => ['completed', 'failed'].includes((await newest())?.state ?? ''),
      RECOVERED_WITHIN_MS,
    );
    const settled = await newest();
    if (settled?.state === 'failed') await admin.expect(202, 'POST', `/api/imports/${settled.importId}/retry`);
    await waitUntil(
      'the import is completed',
      async () => (await newest())?.state === 'completed',
      RECOVERED_WITHIN_MS,
    );

    expect(await assertLedgerConsistent(installation)).toEqual({
      transactions: ROWS,
      members: file.accounts,
      imports: 1,
      credits: file.credits,
      debits: file.debits,
    });
  }, 300_000);
}

if (canMount()) {
  describe('one full disk', () => {
    fullSharedDisk();
  });
}
