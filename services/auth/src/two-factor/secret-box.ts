import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

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
