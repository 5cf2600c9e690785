import * as crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * The unencrypted header of an archive:
 *
 *     8  CLWBKP01
 *     1  scrypt cost, as a power of two (r = 8, p = 1)
 *    16  salt
 *     7  nonce prefix for all chunks
 *    32  HMAC-SHA-256 of the bytes before it: distinguishes a wrong secret from a damaged archive
 */
const MAGIC = Buffer.from('CLWBKP01', 'latin1');
const SALT_BYTES = 16;
const NONCE_BYTES = 7;
const MAC_BYTES = 32;
const KEY_BYTES = 32;
export const ARCHIVE_HEAD_BYTES = MAGIC.length + 1 + SALT_BYTES + NONCE_BYTES + MAC_BYTES;

/** N = 2^17, r = 8, p = 1 (OWASP Password Storage Cheat Sheet): 128 MB for half a second. */
const SCRYPT_COST = 17;
/** Limits the time and memory that a forged header can consume. */
const MAX_SCRYPT_COST = 20;
const BLOCK_SIZE = 8;

const derive = promisify<Buffer, Buffer, number, crypto.ScryptOptions, Buffer>(crypto.scrypt);

async function deriveArchiveKeys(secret: Buffer, cost: number, salt: Buffer) {
  const N = 2 ** cost;
  const options = { N, r: BLOCK_SIZE, p: 1, maxmem: 256 * N * BLOCK_SIZE };
  const keys = await derive(secret, salt, 2 * KEY_BYTES, options);
  return { chunks: keys.subarray(0, KEY_BYTES), head: keys.subarray(KEY_BYTES) };
}

/** Decrypts chunks. The header is authenticated with each chunk. */
interface ChunkSealer {
  head: Buffer;
  nonce: Buffer;
  key: Buffer;
}

async function openArchiveHead(bytes: Buffer, secret: Buffer): Promise<ChunkSealer> {
  if (bytes.length < ARCHIVE_HEAD_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new Error('This is not a Clearwatch backup, or its header is damaged.');
  }
  const fields = bytes.subarray(0, -MAC_BYTES);
  const cost = fields[MAGIC.length] ?? 0;
  if (cost < 1 || cost > MAX_SCRYPT_COST) throw new Error('The header of the backup is damaged.');
  const keys = await deriveArchiveKeys(secret, cost, fields.subarray(MAGIC.length + 1, -NONCE_BYTES));
  if (crypto.timingSafeEqual(headMac(fields, keys.head), bytes.subarray(-MAC_BYTES)))
    return { head: bytes, nonce: fields.subarray(-NONCE_BYTES), key: keys.chunks };
  throw new Error(
    'The backup does not open with this key: it was created with another key, or its header was altered.',
  );
}

const headMac = (fields: Buffer, key: Buffer): Buffer => crypto.createHmac('sha256', key).update(fields).digest();

const KEY_DIGITS = /^[0-9a-f]{64}$/i;
/** Random keys have about thirty. */
const MIN_DIFFERENT_BYTES = 16;

export interface SecretSource {
  keyFile?: string | undefined;
  key?: string | undefined;
}

/**
 * The key for new backups.
 * @throws Error if it is not 32 random bytes as hex digits; anyone who finds a backup can guess a weaker key offline
 */
export function newArchiveSecret(source: SecretSource): Buffer {
  const secret = archiveSecret(source);
  const key = secret.toString();
  if (KEY_DIGITS.test(key) && new Set(Buffer.from(key, 'hex')).size >= MIN_DIFFERENT_BYTES) return secret;
  const name = source.keyFile === undefined ? 'key' : `key in ${source.keyFile}`;
  throw new Error(
    `The ${name} is not 32 random bytes as 64 hex digits. ${HOW_TO_CREATE_A_KEY} ` +
      'Keep the old key as well: it still opens the backups that were created with it.',
  );
}

const HOW_TO_CREATE_A_KEY =
  'To create a key: openssl rand -hex 32 > backup.key. Do not keep it with the backups or the installation.';

/** The key of an existing backup. It is trimmed, because editors and containers add line breaks. */
export function archiveSecret({ keyFile, key }: SecretSource): Buffer {
  if (keyFile === undefined && key === undefined) {
    throw new Error(
      'Backups are encrypted. Specify a key file (--key-file or BACKUP_KEY_FILE), or set BACKUP_KEY. ' +
        HOW_TO_CREATE_A_KEY,
    );
  }
  return Buffer.from((keyFile === undefined ? (key ?? '') : textOf(keyFile)).trim());
}

function textOf(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not text' : code;
    throw new Error(`The key file ${file} cannot be read: ${reason}.`, { cause: error });
  }
}

/** Splits a stream into chunks of one size. Only the last chunk may be shorter, and the first may have another size. */
export async function* chunksOf(
  source: AsyncIterable<Buffer>,
  size: number,
  firstSize = size,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }, void> {
  let filling = Buffer.allocUnsafe(firstSize);
  let filled = 0;
  for await (const piece of source) {
    let taken = 0;
    while (taken < piece.length) {
      // Only another byte shows that a full chunk is not the last.
      if (filled === filling.length) {
        yield { chunk: filling, isLast: false };
        filling = Buffer.allocUnsafe(size);
        filled = 0;
      }
      const copied = piece.copy(filling, filled, taken);
      filled += copied;
      taken += copied;
    }
  }
  yield { chunk: filling.subarray(0, filled), isLast: true };
}

/** A public id for a key: eight hex digits. It says nothing about a random key, so it needs no salt. */
export function archiveKeyId(secret: Buffer): string {
  return crypto.createHmac('sha256', secret).update('clearwatch backup key id').digest('hex').slice(0, 8);
}

/** STREAM (Hoang et al. 2015): no chunk can be removed, moved, repeated or appended; at most 2^32 chunks. */
function chunkNonce(prefix: Buffer, index: number, isLast: boolean): Buffer {
  const place = Buffer.alloc(5);
  place.writeUInt32BE(index);
  place[4] = isLast ? 1 : 0;
  return Buffer.concat([prefix, place]);
}

/** Size in plaintext bytes: small enough for memory, large enough that tags and calls cost almost nothing. */
export const CHUNK_BYTES = 256 * 1024;
export const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** @param cost the scrypt cost; lower only in tests */
export async function* encryptArchive(
  source: AsyncIterable<Buffer>,
  secret: Buffer,
  cost = SCRYPT_COST,
): AsyncGenerator<Buffer, void> {
  // Random for each archive, so no two archives use the same key.
  const [salt, nonce] = [crypto.randomBytes(SALT_BYTES), crypto.randomBytes(NONCE_BYTES)];
  const keys = await deriveArchiveKeys(secret, cost, salt);
  const fields = Buffer.concat([MAGIC, Buffer.from([cost]), salt, nonce]);
  const head = Buffer.concat([fields, headMac(fields, keys.head)]);
  yield head;
  let index = 0;
  for await (const { chunk, isLast } of chunksOf(source, CHUNK_BYTES)) {
    const cipher = crypto.createCipheriv(CIPHER, keys.chunks, chunkNonce(nonce, index, isLast)).setAAD(head);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    index += 1;
  }
}

const ENCRYPTED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;

/** Every byte it yields is authentic and in order. Only reaching the end proves that nothing is missing. */
export async function* decryptArchive(source: AsyncIterable<Buffer>, secret: Buffer): AsyncGenerator<Buffer, void> {
  let sealer: ChunkSealer | undefined;
  let index = 0;
  for await (const { chunk, isLast } of chunksOf(source, ENCRYPTED_CHUNK_BYTES, ARCHIVE_HEAD_BYTES)) {
    if (sealer === undefined) {
      sealer = await openArchiveHead(chunk, secret);
      // A header without chunks is reported as damaged below.
      if (!isLast) continue;
    }
    const opened = decryptChunk(sealer, chunk, index, isLast);
    if (opened === null) {
      const isCutOff = isLast && decryptChunk(sealer, chunk, index, false) !== null;
      const place = `byte ${(ARCHIVE_HEAD_BYTES + index * ENCRYPTED_CHUNK_BYTES).toLocaleString('en-US')}`;
      throw new Error(
        isCutOff
          ? `The backup is truncated: it ends after ${place}, before its end mark.`
          : `The backup is damaged: it was altered or truncated after ${place}.`,
      );
    }
    yield opened;
    index += 1;
  }
}

/** Null when the chunk was not encrypted for this position. */
function decryptChunk(
  { head, nonce, key }: ChunkSealer,
  sealed: Buffer,
  index: number,
  isLast: boolean,
): Buffer | null {
  if (sealed.length < TAG_BYTES) return null;
  const decipher = crypto.createDecipheriv(CIPHER, key, chunkNonce(nonce, index, isLast));
  decipher.setAAD(head).setAuthTag(sealed.subarray(-TAG_BYTES));
  const opened = decipher.update(sealed.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
    return opened;
  } catch {
    return null;
  }
}
