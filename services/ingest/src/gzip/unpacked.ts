import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isGzip } from './gzip-head.ts';
import { UnreadableArchive } from './unreadable-archive.ts';

const PIECE_BYTES = 256 * 1024;
/**
 * Tables of transactions shrink to a tenth, a NACHA file full of blanks and zeros to a fiftieth. Deflate can do 1,032:
 * what comes near to that was made to fill a disk or a memory.
 */
const MOST_GROWTH = 250;
/** Before so many bytes the growth says nothing: a small file may well be all blanks. */
const GROWTH_COUNTS_FROM = 16 * 1024 ** 2;

/**
 * Unpacks a gzip file while it is read, several members one after the other included (RFC 1952, 2.2). Memory is that of a
 * few pieces, whatever is inside.
 *
 * @param maxBytes the most it may unpack to
 * @throws UnreadableArchive when it is damaged, cut off, packed twice, or grows beyond its limits
 */
export async function* unpacked(
  packed: AsyncIterable<Buffer>,
  { maxBytes }: { maxBytes: number },
): AsyncGenerator<Buffer, void> {
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  // Whoever reads the pieces hears of every error; the pipeline only has to end both sides.
  const feeding = pipeline(Readable.from(packed), gunzip).catch(() => undefined);
  let size = 0;
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      if (size === 0 && isGzip(piece)) throw packedTwice();
      size += piece.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      if (size > GROWTH_COUNTS_FROM && size > gunzip.bytesWritten * MOST_GROWTH) throw growsTooMuch();
      yield piece;
    }
  } catch (error) {
    throw isDamage(error) ? damaged() : error;
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

/** zlib says what is wrong by codes of its own (`Z_DATA_ERROR`). */
function isDamage(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && String(error.code).startsWith('Z_')
  );
}

function damaged(): UnreadableArchive {
  return new UnreadableArchive(
    'damaged_archive',
    'The gzip archive is damaged or cut off. Pack the file again and upload it once more.',
  );
}

function packedTwice(): UnreadableArchive {
  return new UnreadableArchive(
    'archive_in_archive',
    'The gzip archive holds another gzip archive. Unpack it once and upload what is inside.',
  );
}

function tooLarge(maxBytes: number): UnreadableArchive {
  const megabytes = (maxBytes / 1024 ** 2).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return new UnreadableArchive(
    'archive_too_large',
    `The gzip archive unpacks to more than ${megabytes} MB, the most one upload may hold. Split the file and upload the parts.`,
  );
}

function growsTooMuch(): UnreadableArchive {
  return new UnreadableArchive(
    'archive_too_large',
    `The gzip archive unpacks to more than ${MOST_GROWTH} times its size, which no file of transactions does. If it is one, upload it unpacked.`,
  );
}
