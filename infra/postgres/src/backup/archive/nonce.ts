import { NONCE_BYTES } from './archive-head.ts';

const COUNTER_BYTES = 4;

/**
 * Of one chunk (STREAM, Hoang, Reyhanitabar, Rogaway and Vizár 2015): which one it is and whether it is the last. A chunk
 * opens in its own place only, so that none can be taken out, moved, repeated or put behind the last.
 * @throws Error past the last number, after a thousand terabytes
 */
export function nonceOf(prefix: Buffer, place: { index: number; isLast: boolean }): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES + COUNTER_BYTES + 1);
  prefix.copy(nonce);
  nonce.writeUInt32BE(place.index, NONCE_BYTES);
  nonce[nonce.length - 1] = place.isLast ? 1 : 0;
  return nonce;
}
