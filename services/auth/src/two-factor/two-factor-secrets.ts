import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto';
import { TOTP_DIGITS } from '@clearwatch/contracts/users';
import { parseKeys } from '@clearwatch/service-kit/audit/chain-keys';
import { Injectable } from '@nestjs/common';
import { generateSecret, generateURI, verify } from 'otplib';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { UserEntity } from '../accounts/user.entity.ts';

const ALGORITHM = 'aes-256-gcm';
/** NIST SP 800-38D: 96-bit nonces, 128-bit tags. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Key id and user id are associated data, so a ciphertext copied to another user cannot be decrypted. */
export class SecretBox {
  private readonly keys: ReturnType<typeof parseKeys>;

  /** @param hexKeys comma-separated; the first encrypts, all decrypt */
  constructor(hexKeys: string) {
    this.keys = parseKeys(hexKeys);
  }

  /** @returns `key id . nonce . ciphertext and tag`, the last two parts in base64url */
  seal(secret: string, userId: number): string {
    const [key] = this.keys;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key.secret, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associatedData(key.id, userId));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [key.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
  }

  /** @throws Error if the text was not encrypted for this user with one of the keys */
  open(text: string, userId: number): string {
    const [id = '', nonce = '', sealedText = ''] = text.split('.');
    const key = this.keys.find((candidate) => candidate.id === id);
    if (key === undefined) throw new Error(`No key ${id} in TWO_FACTOR_KEYS for this two-factor secret`);
    const sealed = Buffer.from(sealedText, 'base64url');
    const decipher = createDecipheriv(ALGORITHM, key.secret, Buffer.from(nonce, 'base64url'), {
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
 * Encrypts every secret with the first key.
 * @returns the number of secrets
 * @throws Error when a secret uses an unlisted key
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
    // Nothing changes for the user, so the time of the last change is kept.
    await manager.update(UserEntity, { id }, { twoFactorSecret: box.seal(secret, id), updatedAt: () => 'updated_at' });
  }
  return users.length;
}

/** Replaced in tests. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}

export function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** RFC 6238 with the parameters that every authenticator app supports. */
const PERIOD_SECONDS = 30;
const PARAMETERS = { algorithm: 'sha1', digits: TOTP_DIGITS, period: PERIOD_SECONDS } as const;
const ISSUER = 'Clearwatch';

/** 160 bits (RFC 4226 section 4), base32. */
export function newSecret(): string {
  return generateSecret({ length: 20 });
}

/** Content of the QR code, in the Key URI Format of authenticator apps. */
export function otpauthAddress(account: string, secret: string): string {
  return generateURI({ issuer: ISSUER, label: account, secret, ...PARAMETERS });
}

/**
 * Time step of `code` (30-second intervals since 1970). Accepts the current and the previous step, because phone clocks
 * lag and users type slowly (RFC 6238 section 5.2). Null for any other code.
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
