import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

interface AuditKey {
  id: string;
  /** Prepared once: making it anew for each hash takes seven times as long as the hash. */
  secret: KeyObject;
}

/**
 * The keys that chain the audit log (HMAC-SHA-256, RFC 2104). A plain hash could be made anew by whoever can write the
 * table; a keyed one only by whoever also holds the key, which is not in the database.
 */
export class AuditKeys {
  private readonly keys: readonly [AuditKey, ...AuditKey[]];

  /** @param hexKeys the first makes hashes, all check them */
  constructor(hexKeys: string) {
    const [first, ...others] = hexKeys.split(',').map((hex) => {
      return { id: keyIdOf(hex), secret: createSecretKey(Buffer.from(hex, 'hex')) };
    });
    if (first === undefined) throw new Error('There is no key for the audit log');
    this.keys = [first, ...others];
  }

  get currentId(): string {
    return this.keys[0].id;
  }

  /** Hex, by the key in use. */
  mac(text: string): string {
    return hmac(this.keys[0], text);
  }

  /** @returns null when the key is not among ours */
  isRight(keyId: string, text: string, mac: string): boolean | null {
    const key = this.keys.find(({ id }) => id === keyId);
    if (key === undefined) return null;
    const [expected, given] = [Buffer.from(hmac(key, text), 'utf8'), Buffer.from(mac, 'utf8')];
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}

/** How a key is called where it may be seen: 8 hex digits that say nothing about it. */
export function keyIdOf(hexKey: string): string {
  return createHash('sha256').update(Buffer.from(hexKey, 'hex')).digest('hex').slice(0, 8);
}

function hmac({ secret }: AuditKey, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}
