import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * The first bytes of an archive, in the clear: what it is, how its keys are made of the secret, and a code that tells a wrong
 * secret from a damaged archive.
 *
 *     8  CLWBKP01
 *     1  cost of scrypt, as a power of two (r = 8, p = 1)
 *    16  salt
 *     7  what the nonces of all chunks begin with
 *    32  HMAC-SHA-256 of the bytes before it
 */
export interface ArchiveHead {
  cost: number;
  salt: Buffer;
  nonce: Buffer;
}

export interface ArchiveKeys {
  /** AES-256. */
  chunks: Buffer;
  head: Buffer;
}

const MAGIC = Buffer.from('CLWBKP01', 'latin1');
const SALT_BYTES = 16;
export const NONCE_BYTES = 7;
const MAC_BYTES = 32;
const KEY_BYTES = 32;
export const HEAD_BYTES = MAGIC.length + 1 + SALT_BYTES + NONCE_BYTES + MAC_BYTES;

/** N = 2^17, r = 8, p = 1: what OWASP asks of scrypt for passwords (Password Storage Cheat Sheet). 128 MB for half a second. */
export const USUAL_COST = 17;
/** A forged head must not make a restore take hours or all memory. */
const DEAREST_COST = 20;
const BLOCK_SIZE = 8;

const derive = promisify<Buffer, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** Salt and nonce are random for each archive: no two are ever sealed under the same key. */
export function newHead(cost = USUAL_COST): ArchiveHead {
  return { cost, salt: randomBytes(SALT_BYTES), nonce: randomBytes(NONCE_BYTES) };
}

export async function keysFor(
  secret: Buffer,
  { cost, salt }: Pick<ArchiveHead, 'cost' | 'salt'>,
): Promise<ArchiveKeys> {
  const N = 2 ** cost;
  const keys = await derive(secret, salt, 2 * KEY_BYTES, {
    N,
    r: BLOCK_SIZE,
    p: 1,
    maxmem: 256 * N * BLOCK_SIZE,
  });
  return { chunks: keys.subarray(0, KEY_BYTES), head: keys.subarray(KEY_BYTES) };
}

export function encodeHead(head: ArchiveHead, keys: ArchiveKeys): Buffer {
  const said = Buffer.concat([MAGIC, Buffer.from([head.cost]), head.salt, head.nonce]);
  return Buffer.concat([said, macOf(said, keys)]);
}

/** @throws Error when it is no archive of this program, or not this secret's */
export async function decodeHead(
  bytes: Buffer,
  secret: Buffer,
): Promise<{ head: ArchiveHead; keys: ArchiveKeys }> {
  if (bytes.length < HEAD_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new Error('This is not a backup of Clearwatch, or its beginning is damaged.');
  }
  const said = bytes.subarray(0, HEAD_BYTES - MAC_BYTES);
  const head = {
    cost: said[MAGIC.length] ?? 0,
    salt: said.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT_BYTES),
    nonce: said.subarray(MAGIC.length + 1 + SALT_BYTES),
  };
  if (head.cost < 1 || head.cost > DEAREST_COST) throw new Error('The beginning of the backup is damaged.');
  const keys = await keysFor(secret, head);
  if (timingSafeEqual(macOf(said, keys), bytes.subarray(said.length, HEAD_BYTES))) return { head, keys };
  throw new Error(
    'The backup does not open with this key: it was made with another one, or its beginning was altered.',
  );
}

function macOf(said: Buffer, keys: ArchiveKeys): Buffer {
  return createHmac('sha256', keys.head).update(said).digest();
}
