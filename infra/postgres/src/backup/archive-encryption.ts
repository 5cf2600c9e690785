import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * The unencrypted head of an archive:
 *
 *     8  CLWBKP01
 *     1  cost of scrypt, as a power of two (r = 8, p = 1)
 *    16  salt
 *     7  prefix of the nonces of all chunks
 *    32  HMAC-SHA-256 of the bytes before it: tells a wrong secret from a damaged archive
 */
interface ArchiveHead {
  cost: number;
  salt: Buffer;
  nonce: Buffer;
}

interface ArchiveKeys {
  chunks: Buffer;
  head: Buffer;
}

const MAGIC = Buffer.from('CLWBKP01', 'latin1');
const SALT_BYTES = 16;
const NONCE_BYTES = 7;
const MAC_BYTES = 32;
const KEY_BYTES = 32;
export const ARCHIVE_HEAD_BYTES = MAGIC.length + 1 + SALT_BYTES + NONCE_BYTES + MAC_BYTES;

/** N = 2^17, r = 8, p = 1: the OWASP Password Storage Cheat Sheet. 128 MB for half a second. */
const SCRYPT_COST = 17;
/** Bounds time and memory of a forged head. */
const MAX_SCRYPT_COST = 20;
const BLOCK_SIZE = 8;

const derive = promisify<Buffer, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

async function deriveArchiveKeys(
  secret: Buffer,
  { cost, salt }: Pick<ArchiveHead, 'cost' | 'salt'>,
): Promise<ArchiveKeys> {
  const N = 2 ** cost;
  const options = { N, r: BLOCK_SIZE, p: 1, maxmem: 256 * N * BLOCK_SIZE };
  const keys = await derive(secret, salt, 2 * KEY_BYTES, options);
  return { chunks: keys.subarray(0, KEY_BYTES), head: keys.subarray(KEY_BYTES) };
}

/** @throws Error when this is no archive or the secret is wrong */
async function decodeArchiveHead(
  bytes: Buffer,
  secret: Buffer,
): Promise<{ head: ArchiveHead; keys: ArchiveKeys }> {
  if (bytes.length < ARCHIVE_HEAD_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new Error('This is not a backup of Clearwatch, or its beginning is damaged.');
  }
  const fields = bytes.subarray(0, ARCHIVE_HEAD_BYTES - MAC_BYTES);
  const head = {
    cost: fields[MAGIC.length] ?? 0,
    salt: fields.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT_BYTES),
    nonce: fields.subarray(MAGIC.length + 1 + SALT_BYTES),
  };
  if (head.cost < 1 || head.cost > MAX_SCRYPT_COST)
    throw new Error('The beginning of the backup is damaged.');
  const keys = await deriveArchiveKeys(secret, head);
  if (timingSafeEqual(headMac(fields, keys), bytes.subarray(fields.length, ARCHIVE_HEAD_BYTES)))
    return { head, keys };
  throw new Error(
    'The backup does not open with this key: it was made with another one, or its beginning was altered.',
  );
}

const headMac = (fields: Buffer, keys: ArchiveKeys): Buffer =>
  createHmac('sha256', keys.head).update(fields).digest();

const MIN_SECRET_LENGTH = 12;

/** A file with the key, or the key itself, which may be a passphrase. */
export interface SecretSource {
  keyFile?: string | undefined;
  key?: string | undefined;
}

/**
 * The secret as trimmed text: editors and containers add line breaks.
 * @throws Error that says what to set when it is missing or too short
 */
export function archiveSecret({ keyFile, key }: SecretSource): Buffer {
  if (keyFile === undefined && key === undefined) {
    throw new Error(
      'A backup is encrypted: name a file with the key by --key-file (or BACKUP_KEY_FILE), or set BACKUP_KEY. ' +
        'A key is made by: openssl rand -hex 32 > backup.key. Keep it in another place than the backups and the installation.',
    );
  }
  const secret = Buffer.from((keyFile === undefined ? (key ?? '') : textOf(keyFile)).trim(), 'utf8');
  if (secret.length >= MIN_SECRET_LENGTH) return secret;
  const name = keyFile === undefined ? 'key' : `key in ${keyFile}`;
  throw new Error(`The ${name} is too short: at least ${MIN_SECRET_LENGTH} characters.`);
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

/** Splits a stream into pieces of one size; only the last may be shorter. */
export async function* chunksOf(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }, void> {
  let filling = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const piece of source) {
    let taken = 0;
    while (taken < piece.length) {
      // Only a further byte shows that a full piece is not the last.
      if (filled === size) {
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

/** Fixed, so that a key has the same name everywhere. */
const KEY_ID_SALT = Buffer.from('clearwatch: the name of a key', 'utf8');
const KEY_ID_BYTES = 4;

/** A public name of a key: eight hex digits. Derived as slowly as the archive key, so that it does not speed up guessing. */
export async function archiveKeyId(secret: Buffer, cost = SCRYPT_COST): Promise<string> {
  const { head } = await deriveArchiveKeys(secret, { cost, salt: KEY_ID_SALT });
  return head.subarray(0, KEY_ID_BYTES).toString('hex');
}

const COUNTER_BYTES = 4;

/**
 * STREAM (Hoang, Reyhanitabar, Rogaway and Vizár 2015): index and end mark make it impossible to remove, move, repeat or
 * append chunks.
 * @throws Error after 2^32 chunks
 */
function chunkNonce(prefix: Buffer, place: { index: number; isLast: boolean }): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES + COUNTER_BYTES + 1);
  prefix.copy(nonce);
  nonce.writeUInt32BE(place.index, NONCE_BYTES);
  nonce[nonce.length - 1] = place.isLast ? 1 : 0;
  return nonce;
}

/** Plain bytes: small enough for memory, large enough that tags and calls cost nothing. */
export const CHUNK_BYTES = 256 * 1024;
export const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** @param cost of scrypt; lower only in tests */
export async function* encryptArchive(
  source: AsyncIterable<Buffer>,
  secret: Buffer,
  cost = SCRYPT_COST,
): AsyncGenerator<Buffer, void> {
  // Random for each archive: no two archives use the same key.
  const head = { cost, salt: randomBytes(SALT_BYTES), nonce: randomBytes(NONCE_BYTES) };
  const keys = await deriveArchiveKeys(secret, head);
  const fields = Buffer.concat([MAGIC, Buffer.from([cost]), head.salt, head.nonce]);
  const encoded = Buffer.concat([fields, headMac(fields, keys)]);
  yield encoded;
  let index = 0;
  for await (const { chunk, isLast } of chunksOf(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, keys.chunks, chunkNonce(head.nonce, { index, isLast }));
    cipher.setAAD(encoded);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    index += 1;
  }
}

const ENCRYPTED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;

/**
 * Every byte that it yields is authentic and in its place; only the end shows that nothing is missing.
 * @throws Error that says whether the key is wrong, or where the archive was altered or cut off
 */
export async function* decryptArchive(
  source: AsyncIterable<Buffer>,
  secret: Buffer,
): AsyncGenerator<Buffer, void> {
  const bytes = source[Symbol.asyncIterator]();
  const { first, rest } = await readArchiveHead(bytes);
  const { head, keys } = await decodeArchiveHead(first, secret);
  let index = 0;
  for await (const { chunk, isLast } of chunksOf(rest, ENCRYPTED_CHUNK_BYTES)) {
    const opened = decryptChunk(chunk, { head, keys, encoded: first, index, isLast });
    if (opened === null) {
      const isCutOff =
        isLast && decryptChunk(chunk, { head, keys, encoded: first, index, isLast: false }) !== null;
      const place = `byte ${(ARCHIVE_HEAD_BYTES + index * ENCRYPTED_CHUNK_BYTES).toLocaleString('en-US')}`;
      throw new Error(
        isCutOff
          ? `The backup was cut off: it ends after ${place}, and should go on.`
          : `The backup is damaged: it was altered or cut off behind ${place}.`,
      );
    }
    yield opened;
    index += 1;
  }
}

async function readArchiveHead(
  bytes: AsyncIterator<Buffer>,
): Promise<{ first: Buffer; rest: AsyncIterable<Buffer> }> {
  let found = Buffer.alloc(0);
  while (found.length < ARCHIVE_HEAD_BYTES) {
    const { value, done } = await bytes.next();
    if (done === true) break;
    found = Buffer.concat([found, value]);
  }
  const left = found.subarray(ARCHIVE_HEAD_BYTES);
  return {
    first: found.subarray(0, ARCHIVE_HEAD_BYTES),
    rest: (async function* () {
      yield left;
      yield* { [Symbol.asyncIterator]: () => bytes };
    })(),
  };
}

/** Null when the chunk was not sealed for this position. */
function decryptChunk(
  sealed: Buffer,
  at: { head: ArchiveHead; keys: ArchiveKeys; encoded: Buffer; index: number; isLast: boolean },
): Buffer | null {
  if (sealed.length < TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, at.keys.chunks, chunkNonce(at.head.nonce, at));
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
