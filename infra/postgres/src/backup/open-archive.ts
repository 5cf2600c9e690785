import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { type ArchivedEntry, readEntries } from './archive/read-entries.ts';
import { unseal } from './archive/unseal.ts';

const PIECE_BYTES = 256 * 1024;

/**
 * Reads an archive once, entry by entry.
 * @throws Error when it cannot be read, does not open, or `each` throws
 */
export async function openArchive(
  { file, secret, signal }: { file: string; secret: Buffer; signal?: AbortSignal | undefined },
  each: (entry: ArchivedEntry) => Promise<void>,
): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found?.isFile() !== true) throw new Error(`There is no backup ${file}.`);
  await pipeline(
    createReadStream(file, { highWaterMark: PIECE_BYTES }),
    (source: AsyncIterable<Buffer>) => unseal(source, secret),
    createZstdDecompress(),
    async (source: AsyncIterable<Buffer>) => {
      for await (const entry of readEntries(source)) await each(entry);
    },
    signal === undefined ? {} : { signal },
  );
}
