import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { SOFTWARE_VERSION } from '@clearwatch/service-kit/health/software-version';
import type { ClientBase } from 'pg';
import { archiveKeyId, encryptArchive } from './archive-encryption.ts';
import { type BackedUpKeys, type Ending, type Manifest, writeEntry, writeValue } from './archive-entries.ts';
import { auditHeadOf, openBackupSession, totalsOf } from './backup-database.ts';
import {
  bucketReason,
  documentsWithPictures,
  type FileStoreLocation,
  openStoredFiles,
  referencedUploads,
  type StoredFiles,
} from './backup-files.ts';
import { appliedMigrations, backedUpTables, readTable, sequencesOf } from './backup-tables.ts';

export interface BackupContents {
  manifest: Manifest;
  ending: Ending;
}

/**
 * All that is backed up, as the entries of an archive. The rows are of one moment; the files they name were there before them, and
 * are never altered.
 * @param client in a transaction with one snapshot
 * @param onWritten gets what was written, at the end
 */
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

  // First among the files: the only ones that may be removed while a long backup goes on.
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
  /** Asked twice: keys that are exchanged at this very moment would not fit the rows. */
  keys: () => BackedUpKeys;
  secret: Buffer;
  /** A file that is not there yet, or a folder. */
  to: string;
  /** Ends it; nothing is left of it. */
  signal?: AbortSignal | undefined;
  /** Of making the key; less than usual in tests alone. */
  cost?: number;
}

export interface Backup extends BackupContents {
  file: string;
  /** What the key is called. */
  keyId: string;
  bytes: number;
}

/**
 * Writes everything an installation needs to be put up again into one encrypted file, while the installation runs or not.
 * Nothing is held in memory as a whole. The file has another name until it is complete and on the disk.
 * @throws Error when no backup was made; nothing is left of it then
 */
export async function writeBackup(request: BackupRequest): Promise<Backup> {
  const file = openTargetFile(request);
  const unfinished = `${file}.unfinished`;
  const client = await openBackupSession(request.ownerUrl, 'backup');
  const files = openStoredFiles(request.files);
  let contents: BackupContents | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The first statement of the transaction fixes its snapshot.
    const keys = await readKeysInSnapshot(request.keys, () => client.query('SELECT 1'));
    const onWritten = (written: BackupContents) => {
      contents = written;
    };
    await pipeline(
      backupEntries(client, { files, keys, onWritten }),
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
      (source: AsyncIterable<Buffer>) => encryptArchive(source, request.secret, request.cost),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
      request.signal === undefined ? {} : { signal: request.signal },
    );
    await client.query('COMMIT');
    if (contents === undefined) throw new Error('The backup ended before everything was written.');
    renameSync(unfinished, file);
    await syncFolder(dirname(file));
    const keyId = await archiveKeyId(request.secret, request.cost);
    return { ...contents, file, bytes: statSync(file).size, keyId };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(unfinished, { force: true });
    throw toBackupError(error, unfinished);
  } finally {
    files.close();
    // The end of the session also ends a transaction that has failed.
    await client.end().catch(() => undefined);
  }
}

async function readKeysInSnapshot(
  keys: () => BackedUpKeys,
  fixSnapshot: () => Promise<unknown>,
): Promise<BackedUpKeys> {
  const before = keys();
  await fixSnapshot();
  if (JSON.stringify(keys()) === JSON.stringify(before)) return before;
  throw new Error('A key was exchanged at this very moment; no backup was made. Start it again.');
}

/** @throws Error for a place that cannot be, or should not be, written to */
function openTargetFile({ to, files }: BackupRequest): string {
  const [target, dataDirectory] = [resolve(to), files.DATA_DIR];
  if (`${target}${sep}`.startsWith(`${resolve(dataDirectory)}${sep}`)) {
    throw new Error(
      `${target} is inside ${dataDirectory}: a backup there is lost together with what it saves. Name another folder.`,
    );
  }
  if (existsSync(target) && statSync(target).isDirectory()) {
    const moment = new Date().toISOString().replaceAll(/[-:]|\.\d+Z$/g, '');
    return join(target, `clearwatch-${moment.replace('T', '-')}.backup`);
  }
  if (existsSync(target)) throw new Error(`${target} is already there; a backup overwrites nothing.`);
  if (!existsSync(dirname(target))) throw new Error(`There is no folder ${dirname(target)}.`);
  return target;
}

function toBackupError(error: unknown, unfinished: string): unknown {
  const away = bucketReason(error);
  if (away !== null) return new Error(`No backup was made: ${away}.`, { cause: error });
  const reason = FILE_ERROR_REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined
    ? error
    : new Error(`No backup was made: ${unfinished} ${reason}.`, { cause: error });
}

const FILE_ERROR_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'did not fit on its disk; what was written of it is removed',
  EACCES: 'cannot be written by this user',
  EROFS: 'is on a disk that is read-only',
  EEXIST: 'is there already: another backup is writing it, or was killed while it did. Remove it if none is',
};

/** A rename survives a power cut only when its folder is synced as well. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
