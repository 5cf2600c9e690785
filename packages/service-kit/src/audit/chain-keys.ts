import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

interface Key {
  /** Public id: 8 hex digits that reveal nothing about the key. */
  id: string;
  /** Created once, because creating it takes seven times as long as a hash. */
  secret: KeyObject;
}

/** @param hexKeys comma-separated */
export function parseKeys(hexKeys: string): readonly [Key, ...Key[]] {
  return hexKeys.split(',').map((hex) => {
    return { id: keyIdOf(hex), secret: createSecretKey(Buffer.from(hex, 'hex')) };
  }) as [Key, ...Key[]];
}

export function keyIdOf(hexKey: string): string {
  return createHash('sha256').update(Buffer.from(hexKey, 'hex')).digest('hex').slice(0, 8);
}

/**
 * Keys of a hash chain: HMAC-SHA-256 (RFC 2104). An attacker who can write to the table could recompute a plain hash, but
 * not one with a key.
 */
export class ChainKeys {
  private readonly keys: readonly [Key, ...Key[]];

  /** @param hexKeys comma-separated; the first signs, all verify */
  constructor(hexKeys: string) {
    this.keys = parseKeys(hexKeys);
  }

  get currentId(): string {
    return this.keys[0].id;
  }

  mac(text: string): string {
    return hmac(this.keys[0], text);
  }

  /** @returns null for an unknown key */
  isRight(keyId: string, text: string, mac: string): boolean | null {
    const key = this.keys.find(({ id }) => id === keyId);
    if (key === undefined) return null;
    const [expected, actual] = [Buffer.from(hmac(key, text), 'utf8'), Buffer.from(mac, 'utf8')];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
}

function hmac({ secret }: Key, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}
