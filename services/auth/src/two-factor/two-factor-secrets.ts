import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { TOTP_DIGITS } from '@clearwatch/contracts/users';
import { generateSecret, generateURI, verify } from 'otplib';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { UserEntity } from '../accounts/user.entity.ts';

const ALGORITHM = 'aes-256-gcm';
/** NIST SP 800-38D: 96-bit nonces, 128-bit tags. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface Key {
  id: string;
  bytes: Buffer;
}

/**
 * Encrypts authenticator secrets for the table. Key id and user id are bound in as associated data: a ciphertext
 * copied to another user's row does not open.
 */
export class SecretBox {
  private readonly keys: readonly Key[];

  /** @param hexKeys the first encrypts, all decrypt */
  constructor(hexKeys: string) {
    this.keys = hexKeys.split(',').map((hex) => {
      const bytes = Buffer.from(hex, 'hex');
      return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
    });
  }

  /** @returns `key id . nonce . ciphertext and tag`, the latter two base64url */
  seal(secret: string, userId: number): string {
    const [key] = this.keys;
    if (key === undefined) throw new Error('There is no key for two-factor secrets');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key.bytes, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associatedData(key.id, userId));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [key.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
  }

  /** @throws Error when the text was not made for this user by one of the keys */
  open(text: string, userId: number): string {
    const [id = '', nonce = '', sealedText = ''] = text.split('.');
    const key = this.keys.find((candidate) => candidate.id === id);
    if (key === undefined) throw new Error(`No key ${id} in TWO_FACTOR_KEYS opens this two-factor secret`);
    const sealed = Buffer.from(sealedText, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, key.bytes, Buffer.from(nonce, 'base64url'), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(associatedData(key.id, userId));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return decipher.update(sealed.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}

function associatedData(keyId: string, userId: number): Buffer {
  return Buffer.from(`two-factor:${keyId}:${userId}`, 'utf8');
}

/**
 * Encrypts every secret anew by the first of the keys, so that the others are needed no more. All or none.
 * @param keys comma-separated; between them they open every secret
 * @returns how many secrets there are
 * @throws Error when one was made by a key that is not among them
 */
export async function reencryptTwoFactorSecrets(keys: string, manager: EntityManager): Promise<number> {
  const box = new SecretBox(keys);
  const users = await manager.find(UserEntity, {
    where: { twoFactorSecret: Not(IsNull()) },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  for (const { id, twoFactorSecret } of users) {
    const secret = box.open(twoFactorSecret ?? '', id);
    // Nothing changes for the user: the time of the last change stays as it is.
    await manager.update(
      UserEntity,
      { id },
      { twoFactorSecret: box.seal(secret, id), updatedAt: () => 'updated_at' },
    );
  }
  return users.length;
}

/** Asked for the time; another one is given to it in tests. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** RFC 6238 with the parameters every authenticator app supports. */
const PERIOD_SECONDS = 30;
const PARAMETERS = { algorithm: 'sha1', digits: TOTP_DIGITS, period: PERIOD_SECONDS } as const;
const ISSUER = 'Clearwatch';

/** A new secret: 160 bits as RFC 4226 section 4 recommends, base32. */
export function newSecret(): string {
  return generateSecret({ length: 20 });
}

/** What the QR code says (the Key URI Format of authenticator apps). */
export function otpauthAddress(account: string, secret: string): string {
  return generateURI({ issuer: ISSUER, label: account, secret, ...PARAMETERS });
}

/**
 * The time step (30-second intervals since 1970) `code` belongs to: the current one or the one before it, for phones
 * that lag and people who type slowly (RFC 6238 section 5.2). Null for any other code.
 */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = await verify({
    ...PARAMETERS,
    secret,
    token: code,
    epoch,
    epochTolerance: [PERIOD_SECONDS, 0],
  });
  if (!result.valid) return null;
  return Math.floor(epoch / PERIOD_SECONDS) + result.delta;
}
