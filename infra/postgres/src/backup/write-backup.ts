import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { keyId } from './archive/key-id.ts';
import { seal } from './archive/seal.ts';
import type { BackedUpKeys } from './backed-up-keys.ts';
import { type BackedUp, backupEntries } from './backup-entries.ts';
import { inTransaction, plainSession } from './database/plain-session.ts';
import { bucketReason } from './files/bucket-reason.ts';
import { openFiles, type WhereFilesAre } from './files/open-files.ts';

export interface BackupOrder {
  ownerUrl: string;
  files: WhereFilesAre;
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

export interface Backup extends BackedUp {
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
export async function writeBackup(order: BackupOrder): Promise<Backup> {
  const file = fileFor(order);
  const unfinished = `${file}.unfinished`;
  const client = await plainSession(order.ownerUrl, 'backup');
  const files = openFiles(order.files);
  let backedUp: BackedUp | undefined;
  try {
    await inTransaction(client, {
      begin: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
      work: async () => {
        const keys = await keysOfSnapshot(order.keys, async () => void (await client.query('SELECT 1')));
        const told = (all: BackedUp) => {
          backedUp = all;
        };
        await pipeline(
          backupEntries(client, { files, keys, told }),
          createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
          (source: AsyncIterable<Buffer>) => seal(source, order.secret, order.cost),
          createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
          order.signal === undefined ? {} : { signal: order.signal },
        );
      },
    });
    if (backedUp === undefined) throw new Error('The backup ended before everything was written.');
    renameSync(unfinished, file);
    await syncFolder(dirname(file));
    return {
      ...backedUp,
      file,
      bytes: statSync(file).size,
      keyId: await keyId(order.secret, order.cost),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(unfinished, { force: true });
    throw inWords(error, unfinished);
  } finally {
    files.close();
    await client.end().catch(() => undefined);
  }
}

/** @param fixSnapshot the first statement of the transaction, which fixes what it sees */
async function keysOfSnapshot(
  keys: () => BackedUpKeys,
  fixSnapshot: () => Promise<void>,
): Promise<BackedUpKeys> {
  const before = keys();
  await fixSnapshot();
  if (JSON.stringify(keys()) === JSON.stringify(before)) return before;
  throw new Error('A key was exchanged at this very moment; no backup was made. Start it again.');
}

/** @throws Error for a place that cannot be, or should not be, written to */
function fileFor({ to, files }: BackupOrder): string {
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

function inWords(error: unknown, unfinished: string): unknown {
  const away = bucketReason(error);
  if (away !== null) return new Error(`No backup was made: ${away}.`, { cause: error });
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined
    ? error
    : new Error(`No backup was made: ${unfinished} ${reason}.`, { cause: error });
}

const REASONS: Readonly<Record<string, string>> = {
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
