import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { S3_STUB, type S3Stub, startS3Stub } from '../../../../services/ingest/src/uploads/testing/s3-stub.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { createTestDatabase, TEST_PASSWORDS, type TestDatabase } from '../testing/test-database.ts';
import { type FileStoreLocation, fileStoreIn } from './backup-files.ts';
import { claimEmptyDatabase } from './backup-tables.ts';
import { checkArchive, restoreBackup } from './run-restore.ts';
import { emptyDatabase, tableStates } from './testing/backup-test-databases.ts';
import { writeBackup } from './write-backup.ts';

const SECRET = Buffer.from('a passphrase for tests');
const KEY = 'a1'.repeat(32);
const KEYS = { session: KEY, identity: KEY, passwordPepper: KEY, twoFactor: KEY, audit: KEY };
const PICTURE = Buffer.from('a picture');
/** LARGE exceeds one part of a multipart upload. */
const [LARGE, SMALL, DAMAGED] = [randomBytes(9 * 1024 ** 2), Buffer.from('[]'), Buffer.from('[1]')];
const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const keyOf = (content: Buffer): string => `uploads/${digestOf(content).slice(0, 2)}/${digestOf(content)}`;
const GONE = 'e'.repeat(64);

const ROWS = `
  INSERT INTO ledger.imports (file_name, file_size, digest, state, uploaded_by_name) VALUES
    ${[digestOf(LARGE), digestOf(SMALL), digestOf(DAMAGED), GONE].map((digest) => `('a.json', 1, '${digest}', 'stored', 'paula')`).join(', ')};
  INSERT INTO ledger.parse_jobs (file_name, original_file_name, file_size, mime_type, extractor, uploaded_by_name, status)
    VALUES ('${digestOf(SMALL)}', 'c.pdf', 1, 'application/pdf', 'local', 'paula', 'completed')`;

describe('bucket backup', () => {
  let [source, there]: S3Stub[] = [];
  let database: TestDatabase;
  let folder: string;
  const cleanUps: (() => Promise<void>)[] = [];
  const bucketAt = (store: S3Stub | undefined, secret: string = S3_STUB.S3_SECRET_ACCESS_KEY): FileStoreLocation => ({
    ...S3_STUB,
    UPLOAD_STORE: 's3',
    DATA_DIR: join(folder, 'data'),
    S3_ENDPOINT: store?.url ?? '',
    S3_SECRET_ACCESS_KEY: secret,
  });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clearwatch-bucket-backup-'));
    [source, there, database] = await Promise.all([startS3Stub(), startS3Stub(), createTestDatabase()]);
    const client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    await client.query(ROWS);
    await client.end();
    for (const content of [LARGE, SMALL]) source.objects.set(keyOf(content), content);
    source.objects.set(keyOf(DAMAGED), Buffer.from('other bytes'));
    source.objects.set('pages/1/page-2.jpg', PICTURE);
  });

  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
    await Promise.all([source?.close(), there?.close(), database?.drop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const backUp = (to: string, files = bucketAt(source)) =>
    writeBackup({
      ownerUrl: database.ownerUrl,
      files,
      keys: () => KEYS,
      secret: SECRET,
      to: join(folder, to),
      cost: 4,
    });

  async function restore(file: string, files: FileStoreLocation): Promise<string> {
    const { ownerUrl, drop } = await emptyDatabase();
    cleanUps.push(drop);
    const checked = await checkArchive({ file, secret: SECRET });
    await restoreBackup({ file, secret: SECRET, ownerUrl, passwords: TEST_PASSWORDS, files }, checked);
    return ownerUrl;
  }

  it('a backup contains the listed bucket files despite broken connections and names missing and damaged files [fault 3.9]', async () => {
    let answers = 0;
    if (source !== undefined)
      source.breaks = (what) => (what.includes(digestOf(LARGE)) && (answers += 1) < 3 ? 1_000_000 : null);
    const { ending } = await backUp('whole.backup');
    expect(ending).toEqual({ pictures: 1, uploads: 2, missing: [digestOf(DAMAGED), GONE].toSorted() });
    expect(answers).toBe(3);
  });

  it('a killed restore blocks the start and another restore on the same database [fault 3.8]', async () => {
    const { ownerUrl, drop } = await emptyDatabase();
    cleanUps.push(drop);
    const child = restoring(ownerUrl);
    // At this point, the tables are filled and the first file is being uploaded.
    if (there !== undefined) there.cuts = (what) => what.startsWith('P') && child.kill('SIGKILL');
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    if (there !== undefined) there.cuts = () => false;
    await expect(prepareDatabase(ownerUrl, TEST_PASSWORDS)).rejects.toThrow(
      /restore into this database was interrupted/,
    );
    const file = join(folder, 'whole.backup');
    const checked = await checkArchive({ file, secret: SECRET });
    const again = { file, secret: SECRET, ownerUrl, passwords: TEST_PASSWORDS, files: bucketAt(there) };
    await expect(restoreBackup(again, checked)).rejects.toThrow(
      /not empty .*clearwatch_restoring.*nothing was changed/,
    );
  });

  /** Runs `restore` the way a container does. */
  function restoring(ownerUrl: string): ChildProcess {
    const program = join(import.meta.dirname, '..', '..', 'dist', 'owner.cli.js');
    const passwords = Object.entries(TEST_PASSWORDS).map(([role, password]) => [
      `${role.toUpperCase()}_PASSWORD`,
      password,
    ]);
    return spawn(process.execPath, [program, 'restore', '--from', join(folder, 'whole.backup')], {
      stdio: 'ignore',
      env: Object.assign(Object.fromEntries(passwords), bucketAt(there), {
        MIGRATION_DATABASE_URL: ownerUrl,
        BACKUP_KEY: SECRET.toString(),
      }),
    });
  }

  it('a restore writes identical files into another bucket or a folder, and never into a bucket with files [fault 3.8]', async () => {
    const file = join(folder, 'whole.backup');
    const inBucket = await restore(file, bucketAt(there));
    expect(await tableStates(inBucket)).toEqual(await tableStates(database.ownerUrl));
    const expected = new Map([LARGE, SMALL].map((content) => [keyOf(content), digestOf(content)]));
    expected.set('pages/1/page-2.jpg', digestOf(PICTURE));
    const digests = [...(there?.objects ?? [])].map(([key, content]) => [key, digestOf(content)] as const);
    expect(new Map(digests)).toEqual(expected);
    expect([there?.unfinished.size, readdirSync(join(folder, 'data', 'uploads', 'incoming'))]).toEqual([0, []]);
    await expect(restore(file, bucketAt(there))).rejects.toThrow(/bucket is not empty .*nothing was changed/);

    const data = join(folder, 'in-a-folder');
    await restore(file, fileStoreIn(data));
    expect(digestOf(readFileSync(join(data, keyOf(LARGE))))).toBe(digestOf(LARGE));
    expect(readFileSync(join(data, 'documents', '1', 'page-2.jpg')).equals(PICTURE)).toBe(true);
  });

  it('a backup gives the reason and leaves no file when the bucket does not respond or denies access [fault 3.9]', async () => {
    await expect(backUp('refused.backup', bucketAt(source, 'another'))).rejects.toThrow(
      /No backup was created: the bucket .*S3_/,
    );
    if (source !== undefined) source.cuts = (what) => what.startsWith('GET uploads');
    await expect(backUp('away.backup')).rejects.toThrow(/No backup was created: the bucket/);
    expect(readdirSync(folder).filter((name) => /refused|away/.test(name))).toEqual([]);
  });

  it('a restore that cannot write every file leaves the bucket and the database empty [fault 3.9]', async () => {
    there?.objects.clear();
    if (there !== undefined) there.cuts = (what) => what.includes('partNumber=2');
    const { ownerUrl, drop } = await emptyDatabase();
    cleanUps.push(drop);
    const file = join(folder, 'whole.backup');
    const checked = await checkArchive({ file, secret: SECRET });
    const order = { file, secret: SECRET, ownerUrl, passwords: TEST_PASSWORDS, files: bucketAt(there) };
    await expect(restoreBackup(order, checked)).rejects.toThrow(/Nothing was restored: the bucket/);
    expect([there?.objects.size, there?.unfinished.size]).toEqual([0, 0]);
    // The database is treated as empty again.
    await claimEmptyDatabase(ownerUrl);
  });
});
