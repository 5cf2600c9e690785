import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { constants, createZstdCompress } from 'node:zlib';
import { SOFTWARE_VERSION } from '@clearwatch/service-kit/health/software-version';
import type { ClientBase } from 'pg';
import { withClient } from '../schema-owners.ts';
import { archiveKeyId, encryptArchive, newArchiveSecret, type SecretSource } from './archive-encryption.ts';
import { type BackedUpKeys, type Ending, type Manifest, writeEntry, writeValue } from './archive-entries.ts';
import {
  bucketReason,
  documentsWithPictures,
  type FileStoreLocation,
  openStoredFiles,
  referencedUploads,
  type StoredFiles,
} from './backup-files.ts';
import {
  appliedMigrations,
  auditHeadOf,
  backedUpTables,
  openBackupSession,
  readTable,
  sequencesOf,
  totalsOf,
} from './backup-tables.ts';

interface BackupContents {
  manifest: Manifest;
  ending: Ending;
}

/** All rows come from one snapshot. The files they reference already exist and never change. */
async function* backupEntries(
  client: ClientBase,
  options: { files: StoredFiles; keys: BackedUpKeys; onWritten: (contents: BackupContents) => void },
): AsyncGenerator<Buffer, void> {
  const manifest: Manifest = {
    format: 1,
    version: SOFTWARE_VERSION,
    madeAt: new Date().toISOString(),
    migrations: await appliedMigrations(client),
    totals: await totalsOf(client),
    auditHead: await auditHeadOf(client),
  };
  yield* writeValue({ kind: 'manifest' }, manifest);
  yield* writeValue({ kind: 'keys' }, options.keys);

  // Read first, because page images are the only files that may be removed during a long backup.
  let pictures = 0;
  for (const document of await documentsWithPictures(client)) {
    for (const path of await options.files.picturesOf(document)) {
      const content = await options.files.picture(path);
      if (content === null) continue;
      yield* writeEntry({ kind: 'picture', path }, [content]);
      pictures += 1;
    }
  }
  for (const table of await backedUpTables(client)) {
    const { content, rows } = readTable(client, table);
    yield* writeEntry({ kind: 'table', table: table.name, columns: table.columns }, content, rows);
  }
  yield* writeValue({ kind: 'sequences' }, await sequencesOf(client));

  const ending: Ending = { pictures, uploads: 0, missing: [] };
  for (const digest of await referencedUploads(client)) {
    const content = await options.files.read(digest);
    const tail = content === null ? null : yield* writeEntry({ kind: 'upload', digest }, content);
    if (tail?.sha256 === digest) ending.uploads += 1;
    else ending.missing.push(digest);
  }
  yield* writeValue({ kind: 'end' }, ending);
  options.onWritten({ manifest, ending });
}

export interface BackupRequest {
  ownerUrl: string;
  files: FileStoreLocation;
  /** Called twice, to detect a key rotation while the backup starts. */
  keys: () => BackedUpKeys;
  secret: Buffer;
  /** A new file or an existing folder. */
  to: string;
  signal?: AbortSignal | undefined;
  /** Cost of scrypt; lower only in tests. */
  cost?: number;
}

export interface Backup extends BackupContents {
  file: string;
  keyId: string;
  bytes: number;
}

/**
 * Streams the backup, even while the installation is running. The file gets its final name when complete; a failed
 * backup leaves nothing.
 */
export async function writeBackup(request: BackupRequest): Promise<Backup> {
  const file = openTargetFile(request);
  const unfinished = `${file}.unfinished`;
  const client = await openBackupSession(request.ownerUrl, 'backup');
  const files = openStoredFiles(request.files);
  let contents: BackupContents | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const keys = request.keys();
    // The first statement of the transaction fixes its snapshot.
    await client.query('SELECT 1');
    if (JSON.stringify(request.keys()) !== JSON.stringify(keys))
      throw new Error('A key was rotated during the backup; no backup was created. Run the command again.');
    const onWritten = (written: BackupContents) => void (contents = written);
    await pipeline(
      backupEntries(client, { files, keys, onWritten }),
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
      (source: AsyncIterable<Buffer>) => encryptArchive(source, request.secret, request.cost),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
      request.signal === undefined ? {} : { signal: request.signal },
    );
    await client.query('COMMIT');
    if (contents === undefined) throw new Error('The backup ended before all data was written.');
    renameSync(unfinished, file);
    await syncFolder(dirname(file));
    return { ...contents, file, bytes: statSync(file).size, keyId: archiveKeyId(request.secret) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(unfinished, { force: true });
    throw toBackupError(error, unfinished);
  } finally {
    files.close();
    // Also ends a failed transaction.
    await client.end().catch(() => undefined);
  }
}

function openTargetFile({ to, files }: BackupRequest): string {
  const [target, dataDirectory] = [resolve(to), files.DATA_DIR];
  if (`${target}${sep}`.startsWith(`${resolve(dataDirectory)}${sep}`)) {
    throw new Error(
      `${target} is inside ${dataDirectory}: losing that folder would mean losing the backup too. Name another folder.`,
    );
  }
  if (existsSync(target) && statSync(target).isDirectory()) {
    const moment = new Date().toISOString().replaceAll(/[-:]|\.\d+Z$/g, '');
    return join(target, `clearwatch-${moment.replace('T', '-')}.backup`);
  }
  if (existsSync(target)) throw new Error(`${target} already exists; a backup never overwrites a file.`);
  if (!existsSync(dirname(target))) throw new Error(`The folder ${dirname(target)} does not exist.`);
  return target;
}

function toBackupError(error: unknown, unfinished: string): unknown {
  const fileReason = FILE_ERROR_REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  const reason = bucketReason(error) ?? (fileReason === undefined ? null : `${unfinished} ${fileReason}`);
  return reason === null ? error : new Error(`No backup was created: ${reason}.`, { cause: error });
}

const FILE_ERROR_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'did not fit on its disk; the partial file was removed',
  EACCES: 'cannot be written by this user',
  EROFS: 'is on a disk that is read-only',
  EEXIST:
    'already exists: another backup is writing it, or a killed backup left it behind. If no backup is running, remove it',
};

/** Without this, a power failure may undo the rename. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** For the status page and `npm run doctor`. The location is not recorded. */
export function recordBackup(ownerUrl: string, { manifest, bytes, keyId, ending }: Backup): Promise<boolean> {
  const insert = 'INSERT INTO sessions.backups (as_of, bytes, key_id, missing) VALUES ($1, $2, $3, $4)';
  const values = [manifest.madeAt, bytes, keyId, ending.missing.length];
  return withClient(ownerUrl, (client) => client.query(insert, values), 'clearwatch-backup').then(
    () => true,
    () => false,
  );
}

export function stopSignal(): AbortSignal {
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopped.abort(new Error('Stopped.')));
  }
  return stopped.signal;
}

const formatNumber = (count: number | string) => BigInt(count).toLocaleString('en-US');

export function formatContents(sentence: string, { manifest, ending }: BackupContents): string {
  const { uploads, pictures, missing } = ending;
  const line = (what: string, count: number | string) => `  ${what.padEnd(14)}${formatNumber(count).padStart(14)}`;
  const totals = Object.entries(manifest.totals).map(([what, { count, credits, debits }]) => {
    const hasMoney = credits !== undefined && debits !== undefined;
    return `${line(what, count)}${hasMoney ? `  credits ${dollars(credits)}, debits ${dollars(debits)}` : ''}`;
  });
  const missingFiles = [
    `Uploaded files NOT in the backup, because they are missing or damaged: ${formatNumber(missing.length)}. Their entries are`,
    'in the ledger, but the files cannot be downloaded or imported again. Restore them from an earlier backup:',
    ...missing.map((digest) => `  ${digest}`),
  ];
  const files = [line('uploaded files', uploads), line('page pictures', pictures)];
  return [sentence, ...totals, ...files, ...(missing.length === 0 ? [] : missingFiles), ''].join('\n');
}

function dollars(cents: string): string {
  const padded = cents.padStart(3, '0');
  return `$${formatNumber(padded.slice(0, -2))}.${padded.slice(-2)}`;
}

/** `backup --to <file or folder> [--key-file <file>]`. @returns exit code: 0 complete, 1 with missing files */
export async function runBackup(
  args: readonly string[],
  source: Pick<BackupRequest, 'ownerUrl' | 'files' | 'keys'> & Pick<SecretSource, 'key'>,
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { to: { type: 'string' }, 'key-file': { type: 'string' } },
  });
  if (values.to === undefined) throw new Error('Name the target of the backup: --to <file or folder>.');
  const secret = newArchiveSecret({ key: source.key, keyFile: values['key-file'] });
  const backup = await writeBackup({ ...source, to: values.to, secret, signal: stopSignal() });
  const { manifest, file, bytes, keyId } = backup;
  const what = `${file} (${(bytes / 1e6).toFixed(1)} MB, key ${keyId})`;
  const sentence = `Backed up as of ${manifest.madeAt}, Clearwatch ${manifest.version}: ${what}`;
  process.stdout.write(formatContents(sentence, backup));
  if (!(await recordBackup(source.ownerUrl, backup)))
    console.error('The backup could not be recorded; System status still shows the previous one.');
  return backup.ending.missing.length === 0 ? 0 : 1;
}
