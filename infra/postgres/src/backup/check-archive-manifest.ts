import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { decryptArchive } from './archive-encryption.ts';
import {
  type ArchivedEntry,
  type BackedUpKeys,
  type Ending,
  type Manifest,
  readEntries,
  valueOf,
} from './archive-entries.ts';
import { unknownMigrations } from './backup-tables.ts';

const PIECE_BYTES = 256 * 1024;

/** @throws Error when the archive cannot be read or decrypted, or `each` throws */
export async function openArchive(
  { file, secret, signal }: { file: string; secret: Buffer; signal?: AbortSignal | undefined },
  each: (entry: ArchivedEntry) => Promise<void>,
): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found?.isFile() !== true) throw new Error(`There is no backup ${file}.`);
  await pipeline(
    createReadStream(file, { highWaterMark: PIECE_BYTES }),
    (source: AsyncIterable<Buffer>) => decryptArchive(source, secret),
    createZstdDecompress(),
    async (source: AsyncIterable<Buffer>) => {
      for await (const entry of readEntries(source)) await each(entry);
    },
    signal === undefined ? {} : { signal },
  );
}

export interface CheckedArchive {
  manifest: Manifest;
  keys: BackedUpKeys;
  ending: Ending;
}

/** Reads the whole archive without storing anything: it must be complete, unaltered and restorable before anything changes. */
export async function checkArchive(from: {
  file: string;
  secret: Buffer;
  signal?: AbortSignal | undefined;
}): Promise<CheckedArchive> {
  let [manifest, keys, ending]: [Manifest?, BackedUpKeys?, Ending?] = [];
  await openArchive(from, async (entry) => {
    if (ending !== undefined) throw new Error('The backup goes on behind its end.');
    if (entry.head.kind === 'manifest') {
      manifest = await valueOf<Manifest>(entry);
      refuseNewer(manifest);
    }
    if (entry.head.kind === 'keys') keys = await valueOf<BackedUpKeys>(entry);
    if (entry.head.kind === 'end') ending = await valueOf<Ending>(entry);
  });
  if (manifest === undefined || keys === undefined || ending === undefined) {
    throw new Error('The backup is not complete.');
  }
  return { manifest, keys, ending };
}

function refuseNewer({ format, version, migrations }: Manifest): void {
  const unknown = format === 1 ? unknownMigrations(migrations) : ['its format'];
  if (unknown.length === 0) return;
  throw new Error(
    `The backup was made by a newer Clearwatch (${version}) than this one; unknown here: ${unknown.join(', ')}. ` +
      'Restore it with the version that made it, or a later one.',
  );
}
