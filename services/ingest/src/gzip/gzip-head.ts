import { constants, gunzipSync } from 'node:zlib';

/** RFC 1952, 2.3.1: ID1 and ID2. */
const MAGIC = [0x1f, 0x8b] as const;

export function isGzip(head: Buffer): boolean {
  return head.length >= MAGIC.length && MAGIC.every((byte, index) => head[index] === byte);
}

/** Deflate grows at most by a factor of 1,032: of so much, a megabyte at the worst. */
const HEAD_BYTES = 1_024;

/**
 * What the first bytes of a gzip file unpack to; may be nothing.
 *
 * @param head of the file; only its first kilobyte is unpacked
 * @returns null when they are damaged
 */
export function unpackedHead(head: Buffer): Buffer | null {
  try {
    // The rest of the file is missing on purpose: take what there is.
    return gunzipSync(head.subarray(0, HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return null;
  }
}
