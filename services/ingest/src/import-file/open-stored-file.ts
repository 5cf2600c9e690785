import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type ContentKind, detectContentKind, HEAD_BYTES, isGzip } from '../uploads/file-kind.ts';

export class UnreadableArchive extends Error {
  override readonly name = 'UnreadableArchive';

  constructor(
    readonly code: 'damaged_archive' | 'archive_too_large' | 'archive_in_archive',
    message: string,
  ) {
    super(message);
  }
}

const GUNZIP_CHUNK_BYTES = 256 * 1024;
/**
 * Tables shrink to a tenth, a NACHA file of spaces and zeros to a fiftieth. Only bombs reach deflate's limit of 1,032.
 */
const MAX_COMPRESSION_RATIO = 250;
/** A smaller file may be all spaces. */
const RATIO_CHECKED_FROM_BYTES = 16 * 1024 ** 2;

/**
 * Accepts an archive with several members (RFC 1952, 2.2).
 * @throws UnreadableArchive if it is damaged, truncated, packed twice, or too large
 */
export async function* gunzipStream(
  packed: AsyncIterable<Buffer>,
  { maxBytes }: { maxBytes: number },
): AsyncGenerator<Buffer, void> {
  const gunzip = createGunzip({ chunkSize: GUNZIP_CHUNK_BYTES });
  // The reader of the pieces sees every error; the pipeline only closes both sides.
  const feeding = pipeline(Readable.from(packed), gunzip).catch(() => undefined);
  let size = 0;
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      if (size === 0 && isGzip(piece))
        throw new UnreadableArchive(
          'archive_in_archive',
          'The gzip archive contains another gzip archive. Unpack it once and upload the inner file.',
        );
      size += piece.length;
      if (size > maxBytes) throw archiveTooLarge(maxBytes);
      if (size > RATIO_CHECKED_FROM_BYTES && size > gunzip.bytesWritten * MAX_COMPRESSION_RATIO)
        throw new UnreadableArchive(
          'archive_too_large',
          `The gzip archive unpacks to more than ${MAX_COMPRESSION_RATIO} times its size, which is unusual for a file with transactions. If the file is correct, upload it unpacked.`,
        );
      yield piece;
    }
  } catch (error) {
    // zlib error codes, such as Z_DATA_ERROR.
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw new UnreadableArchive(
      'damaged_archive',
      'The gzip archive is damaged or incomplete. Compress the file again and upload it.',
    );
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

function archiveTooLarge(maxBytes: number): UnreadableArchive {
  const megabytes = (maxBytes / 1024 ** 2).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return new UnreadableArchive(
    'archive_too_large',
    `The gzip archive unpacks to more than the limit of ${megabytes} MB. Split the file and upload the parts.`,
  );
}

export interface ReadingProgress {
  bytesRead: number;
  rowsRead: number;
}

export function newReadingProgress(): ReadingProgress {
  return { bytesRead: 0, rowsRead: 0 };
}

/** Counts the stored bytes of each chunk when the next is requested, because the chunk has then been processed. */
export async function* countChunks(
  chunks: AsyncIterable<Buffer>,
  progress: ReadingProgress,
): AsyncGenerator<Buffer, void> {
  for await (const chunk of chunks) {
    yield chunk;
    progress.bytesRead += chunk.length;
  }
}

/**
 * Readers create objects for all rows of a chunk. With 256 KB, a table or NACHA file took a fifth more time and 110 MB
 * more memory.
 */
const READ_CHUNK_BYTES = 64 * 1024;

/** A stored file, opened for reading from its beginning and unpacked in chunks. @throws the error of the file system */
export async function openStoredFile(
  path: string,
  { progress, maxBytes }: { progress: ReadingProgress; maxBytes: number },
) {
  const file = await open(path);
  const { kind, isPacked } = await kindOf(file);
  const stored = file.createReadStream({ highWaterMark: READ_CHUNK_BYTES, start: 0 });
  // Progress counts the bytes as stored.
  const chunks: AsyncIterable<Buffer> = countChunks(stored, progress);
  return {
    kind,
    chunks: isPacked ? gunzipStream(chunks, { maxBytes }) : chunks,
    close: () => stored.destroy(),
  };
}

async function kindOf(file: FileHandle): Promise<ContentKind> {
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return detectContentKind(buffer.subarray(0, bytesRead));
  } catch (error) {
    await file.close();
    throw error;
  }
}
