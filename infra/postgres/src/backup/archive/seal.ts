import { createCipheriv } from 'node:crypto';
import { encodeHead, keysFor, newHead } from './archive-head.ts';
import { chunksOf } from './chunks.ts';
import { nonceOf } from './nonce.ts';

/** Of plain bytes. Small enough to be held, large enough that tags and calls cost nothing. */
export const CHUNK_BYTES = 256 * 1024;
export const TAG_BYTES = 16;
export const CIPHER = 'aes-256-gcm';

/**
 * Encrypts a stream, chunk by chunk; each carries its own tag, so that nothing unauthentic is ever handed on when it is read.
 * @param cost of scrypt; less than usual in tests alone
 */
export async function* seal(
  source: AsyncIterable<Buffer>,
  secret: Buffer,
  cost?: number,
): AsyncGenerator<Buffer, void> {
  const head = newHead(cost);
  const keys = await keysFor(secret, head);
  const encoded = encodeHead(head, keys);
  yield encoded;
  let index = 0;
  for await (const { chunk, isLast } of chunksOf(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, keys.chunks, nonceOf(head.nonce, { index, isLast }));
    cipher.setAAD(encoded);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    index += 1;
  }
}
