import { createDecipheriv } from 'node:crypto';
import { type ArchiveHead, type ArchiveKeys, decodeHead, HEAD_BYTES } from './archive-head.ts';
import { chunksOf } from './chunks.ts';
import { nonceOf } from './nonce.ts';
import { CHUNK_BYTES, CIPHER, TAG_BYTES } from './seal.ts';

const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;

/**
 * Opens what `seal` has made, chunk by chunk: every byte that comes out is authentic and in its place. That nothing is missing
 * is known at the end only.
 * @throws Error that says whether the key is wrong, or the archive altered or cut off, and where
 */
export async function* unseal(source: AsyncIterable<Buffer>, secret: Buffer): AsyncGenerator<Buffer, void> {
  const bytes = source[Symbol.asyncIterator]();
  const { first, rest } = await takeHead(bytes);
  const { head, keys } = await decodeHead(first, secret);
  let index = 0;
  for await (const { chunk, isLast } of chunksOf(rest, SEALED_BYTES)) {
    const opened = open(chunk, { head, keys, encoded: first, index, isLast });
    if (opened === null) {
      const wasMeantToGoOn =
        isLast && open(chunk, { head, keys, encoded: first, index, isLast: false }) !== null;
      const place = `byte ${(HEAD_BYTES + index * SEALED_BYTES).toLocaleString('en-US')}`;
      throw new Error(
        wasMeantToGoOn
          ? `The backup was cut off: it ends after ${place}, and should go on.`
          : `The backup is damaged: it was altered or cut off behind ${place}.`,
      );
    }
    yield opened;
    index += 1;
  }
}

async function takeHead(
  bytes: AsyncIterator<Buffer>,
): Promise<{ first: Buffer; rest: AsyncIterable<Buffer> }> {
  let found = Buffer.alloc(0);
  while (found.length < HEAD_BYTES) {
    const { value, done } = await bytes.next();
    if (done === true) break;
    found = Buffer.concat([found, value]);
  }
  const left = found.subarray(HEAD_BYTES);
  return {
    first: found.subarray(0, HEAD_BYTES),
    rest: (async function* () {
      yield left;
      yield* { [Symbol.asyncIterator]: () => bytes };
    })(),
  };
}

/** Null when the chunk is not what was sealed at this place. */
function open(
  sealed: Buffer,
  at: { head: ArchiveHead; keys: ArchiveKeys; encoded: Buffer; index: number; isLast: boolean },
): Buffer | null {
  if (sealed.length < TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, at.keys.chunks, nonceOf(at.head.nonce, at));
  decipher.setAAD(at.encoded);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const opened = decipher.update(sealed.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
    return opened;
  } catch {
    return null;
  }
}
