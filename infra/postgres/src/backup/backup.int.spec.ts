import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { prepareDatabase, prepareTablesAsOf } from '../prepare-database.ts';
import { createTestDatabase, TEST_PASSWORDS, type TestDatabase } from '../testing/test-database.ts';
import { archiveKeyId } from './archive-encryption.ts';
import { fileStoreIn } from './backup-files.ts';
import { appliedMigrations, EXCLUDED_TABLES } from './backup-tables.ts';
import { checkArchive, restoreBackup } from './run-restore.ts';
import { emptyDatabase, tableStates } from './testing/backup-test-databases.ts';
import { type Backup, type BackupRequest, recordBackup, writeBackup } from './write-backup.ts';

const SECRET = Buffer.from('a passphrase for tests');
const KEY = 'a1'.repeat(32);
const KEYS = { session: KEY, identity: KEY, passwordPepper: KEY, twoFactor: KEY, audit: KEY };
const BYTES = Buffer.from('101 the bytes of a file\n'.repeat(20_000));
const DIGEST = createHash('sha256').update(BYTES).digest('hex');
const [GONE, DAMAGED] = ['e'.repeat(64), 'f'.repeat(64)];

const ROWS = `
  INSERT INTO auth.users (username, password, two_factor_secret) VALUES
    (E'tab\\tnewline\\nbackslash\\\\N', 'x', NULL), ('Zoë “🙂”', 'y', '');
  SELECT nextval(pg_get_serial_sequence('auth.users', 'id')) FROM generate_series(1, 5);
  INSERT INTO ledger.imports (file_name, file_size, digest, state, uploaded_by_name)
    VALUES ('a.ach', 1, '${DIGEST}', 'stored', 'paula'), ('b.ach', 1, '${DIGEST}', 'undone', 'paula'),
           ('gone.ach', 1, '${GONE}', 'stored', 'paula'), ('damaged.ach', 1, '${DAMAGED}', 'stored', 'paula');
  INSERT INTO ledger.transactions (import_id, line, company, last_name, first_name, account_number, original_account,
      transaction_code, amount, transaction_type, entry_kind, posting_date, metadata, transaction_hash)
    SELECT 1, n, 'ACME', 'L', 'F', '4' || n % 50, '4', '22', n / 100.0, (ARRAY['Credit', 'Debit'])[1 + n % 2]::ledger.transaction_type,
           'money', '2026-03-02', '{"a": [1, null, "\\u00e9"]}', gen_random_uuid() FROM generate_series(1, 3000) n;
  INSERT INTO ledger.rejected_rows VALUES (1, 1, 0, 1, 'amount', '', 'is missing');
  INSERT INTO sessions.sessions (sid, sess, expire) VALUES ('s', '{}', now());
  INSERT INTO ledger.parse_jobs (file_name, original_file_name, file_size, mime_type, extractor, uploaded_by_name, status)
    VALUES ('${DIGEST}', 'c.pdf', 1, 'application/pdf', 'local', 'paula', 'completed')`;

describe('backup and restore', () => {
  let source: TestDatabase;
  let folder: string;
  let backup: Backup;
  const dataDirectory = () => join(folder, 'data');
  const cleanUps: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clearwatch-backup-'));
    source = await createTestDatabase();
    await run(source.ownerUrl, ROWS);
    put(join(dataDirectory(), 'uploads', DIGEST.slice(0, 2), DIGEST), BYTES);
    put(join(dataDirectory(), 'documents', '1', 'page-1.jpg'), Buffer.from('a picture'));
    put(join(dataDirectory(), 'documents', '1', 'result.json'), Buffer.from('{}'));
    put(join(dataDirectory(), 'uploads', DAMAGED.slice(0, 2), DAMAGED), Buffer.from('other bytes'));
    backup = await writeBackup(order());
  });

  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
    await source?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const order = (more: Partial<BackupRequest> = {}): BackupRequest => ({
    ownerUrl: source.ownerUrl,
    files: fileStoreIn(dataDirectory()),
    keys: () => KEYS,
    secret: SECRET,
    to: folder,
    cost: 4,
    ...more,
  });

  /** Creates an empty database and folder, and a function that restores the backup into them. */
  async function target(name: string) {
    const { ownerUrl, drop } = await emptyDatabase();
    cleanUps.push(drop);
    const data = join(folder, name);
    mkdirSync(data);
    const restore = async (file = backup.file, secret = SECRET) =>
      restoreBackup(
        { file, secret, ownerUrl, passwords: TEST_PASSWORDS, files: fileStoreIn(data) },
        await checkArchive({ file, secret }),
      );
    return { ownerUrl, data, restore, schemas: () => schemasIn(ownerUrl) };
  }

  it('a backup is an encrypted file that only its owner can read', () => {
    expect(statSync(backup.file).mode & 0o777).toBe(0o600);
    expect(backup.bytes).toBe(statSync(backup.file).size);
    expect(readFileSync(backup.file).includes('ACME')).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
    expect(backup.manifest.totals['entries']).toEqual({
      count: '3000',
      credits: '2251500',
      debits: '2250000',
    });
    // Missing and damaged files are listed and do not stop the backup of the rest.
    expect(backup.ending).toEqual({ pictures: 1, uploads: 1, missing: [GONE, DAMAGED] });
  });

  it('a restore brings back all rows, sequences, and files from a backup except sessions', async () => {
    const there = await target('equal');
    await there.restore();
    expect(await tableStates(there.ownerUrl)).toEqual(await tableStates(source.ownerUrl));
    expect(await run(there.ownerUrl, 'SELECT count(*)::int FROM sessions.sessions')).toEqual([{ count: 0 }]);
    expect(readFileSync(join(there.data, 'uploads', DIGEST.slice(0, 2), DIGEST)).equals(BYTES)).toBe(true);
    expect(existsSync(join(there.data, 'uploads', DAMAGED.slice(0, 2), DAMAGED))).toBe(false);
    expect(readFileSync(join(there.data, 'documents', '1', 'page-1.jpg'), 'utf8')).toBe('a picture');
    expect(existsSync(join(there.data, 'documents', '1', 'result.json'))).toBe(false);
    // The restored database is ready: no migration is pending, and triggers are enabled.
    await prepareDatabase(there.ownerUrl, TEST_PASSWORDS);
    const disabledTriggers = "SELECT tgname FROM pg_trigger WHERE tgenabled <> 'O' AND NOT tgisinternal";
    expect(await run(there.ownerUrl, disabledTriggers)).toEqual([]);

    // A second restore into the same place is rejected.
    await expect(there.restore()).rejects.toThrow(/uploads is not empty; nothing was changed/);
    rmSync(there.data, { recursive: true });
    await expect(there.restore()).rejects.toThrow(/database is not empty .*auth, ledger.*; nothing was changed/);
    expect(await tableStates(there.ownerUrl)).toEqual(await tableStates(source.ownerUrl));
    const add = "INSERT INTO auth.users (username, password) VALUES ('n', '') RETURNING id";
    expect(await run(there.ownerUrl, add)).toEqual([{ id: 8 }]);
  });

  it('a backup is recorded with its time, size, and key id, but without its location', async () => {
    expect(await recordBackup(source.ownerUrl, backup)).toBe(true);
    const same = archiveKeyId(SECRET);
    expect([same, backup.keyId]).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/), same]);
    expect(archiveKeyId(Buffer.from('another passphrase'))).not.toBe(same);
    const { as_of: asOf, ...recorded } = (await run(source.ownerUrl, 'SELECT * FROM sessions.backups'))[0] ?? {};
    expect(asOf).toEqual(new Date(backup.manifest.madeAt));
    expect(recorded).toEqual({ bytes: String(backup.bytes), key_id: same, missing: 2 });
  });

  it('a restore changes nothing when the archive is altered or truncated, or the key is wrong', async () => {
    const there = await target('untouched');
    const bytes = readFileSync(backup.file);
    const altered = Buffer.from(bytes);
    altered[bytes.length - 20] = (altered[bytes.length - 20] ?? 0) ^ 1;
    for (const [name, content] of Object.entries({ altered, cut: bytes.subarray(0, -1_000) })) {
      writeFileSync(join(folder, name), content);
      await expect(there.restore(join(folder, name))).rejects.toThrow(/damaged/);
    }
    await expect(there.restore(backup.file, Buffer.from('another passphrase'))).rejects.toThrow(/does not open/);
    await expect(there.restore(join(folder, 'nowhere'))).rejects.toThrow(/does not exist/);
    expect([await there.schemas(), readdirSync(there.data)]).toEqual([[], []]);
  });

  it('a failed restore leaves nothing behind', async () => {
    const there = await target('failing');
    writeFileSync(join(there.data, 'uploads'), 'a file where a folder belongs');
    await expect(there.restore()).rejects.toThrow(/ENOTDIR|EEXIST/);
    expect([await there.schemas(), readdirSync(there.data)]).toEqual([[], []]);
  });

  it('an unfinished restore prevents preparing the database', async () => {
    const { ownerUrl } = await target('killed');
    await run(ownerUrl, 'CREATE SCHEMA clearwatch_restoring');
    await expect(prepareDatabase(ownerUrl, TEST_PASSWORDS)).rejects.toThrow(
      /restore into this database was interrupted/,
    );
  });

  it('a backup from an earlier version is restored and then migrated', async () => {
    const earlier = await emptyDatabase();
    cleanUps.push(() => earlier.drop());
    const all = await migrationsIn(source.ownerUrl);
    const applied = Object.fromEntries(Object.entries(all).map(([schema, names]) => [schema, names.slice(0, -1)]));
    await prepareTablesAsOf(earlier.ownerUrl, {
      passwords: TEST_PASSWORDS,
      // Before backups were recorded.
      applied: { ...applied, auth: all['auth'] ?? [], sessions: all['sessions']?.slice(0, 2) ?? [] },
    });
    await run(earlier.ownerUrl, "INSERT INTO auth.users (username, password) VALUES ('paula', 'x')");
    const old = await writeBackup(order({ ownerUrl: earlier.ownerUrl, to: join(folder, 'earlier') }));
    expect(await recordBackup(earlier.ownerUrl, old)).toBe(false);
    const there = await target('from-earlier');
    await there.restore(old.file);
    expect(await migrationsIn(there.ownerUrl)).toEqual(all);
    expect(await run(there.ownerUrl, 'SELECT username FROM auth.users')).toEqual([{ username: 'paula' }]);
  });

  it('a backup from a newer version is rejected with the names of its unknown migrations', async () => {
    const newer = await createTestDatabase();
    cleanUps.push(() => newer.drop());
    await run(newer.ownerUrl, "INSERT INTO ledger.migrations (timestamp, name) VALUES (9, 'AddFutureColumn9')");
    const { file } = await writeBackup(order({ ownerUrl: newer.ownerUrl, to: join(folder, 'newer') }));
    const there = await target('from-newer');
    await expect(there.restore(file)).rejects.toThrow(/newer Clearwatch .*ledger\.AddFutureColumn9/);
    expect(await there.schemas()).toEqual([]);
  });

  it('a backup is never written into the data folder, over a file, or to a missing folder, and leaves no partial file', async () => {
    const refusals: [Partial<BackupRequest>, RegExp][] = [
      [{ to: dataDirectory() }, /losing that folder would mean losing the backup too/],
      [{ to: join(dataDirectory(), 'backups') }, /losing that folder would mean losing the backup too/],
      [{ to: backup.file }, /already exists; a backup never overwrites a file/],
      [{ to: join(folder, 'nowhere', 'file') }, /The folder .*nowhere does not exist/],
    ];
    for (const [more, words] of refusals) await expect(writeBackup(order(more))).rejects.toThrow(words);
    const stopped = order({ to: join(folder, 'stopped'), signal: AbortSignal.abort(new Error('Stopped.')) });
    await expect(writeBackup(stopped)).rejects.toThrow(/aborted|Stopped/);
    expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
  });

  it('a backup is not created while a key is rotated', async () => {
    let times = 0;
    const keys = () => ({ ...KEYS, audit: String((times += 1)) });
    await expect(writeBackup(order({ keys, to: join(folder, 'rotated') }))).rejects.toThrow(/key was rotated/);
    expect(existsSync(join(folder, 'rotated'))).toBe(false);
  });

  it('a backup excludes only tables that exist', async () => {
    const rows = await run(source.ownerUrl, "SELECT schemaname || '.' || tablename AS name FROM pg_tables");
    const names = rows.map(({ name }) => name);
    expect(Object.keys(EXCLUDED_TABLES).filter((name) => !names.includes(name))).toEqual([]);
  });
});

function put(file: string, content: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

async function run(url: string, sql: string): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  });
}

const migrationsIn = (url: string) => withClient(url, (client) => appliedMigrations(client));

async function schemasIn(url: string): Promise<unknown[]> {
  const rows = await run(
    url,
    "SELECT nspname AS name FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('public', 'information_schema')",
  );
  return rows.map(({ name }) => name);
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
