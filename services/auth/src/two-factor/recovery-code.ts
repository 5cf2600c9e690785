import { createHmac, hkdfSync, randomInt } from 'node:crypto';

export const RECOVERY_CODES = 10;
/** Crockford's base32: nothing that is read wrong aloud or on paper. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** One code, 50 bits, as it is shown: `7K2MA-94XQT`. */
export function newRecoveryCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** As typed by hand: case, blanks, dashes and look-alikes do not matter. Null when it cannot be a recovery code. */
export function normalisedRecoveryCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return CODE.test(letters) ? letters : null;
}

/** Hashes codes for the table; with 50 random bits and a key a slow hash is not needed. */
export class RecoveryCodeHasher {
  private readonly key: Buffer;

  constructor(hexPepper: string) {
    this.key = Buffer.from(
      hkdfSync('sha256', Buffer.from(hexPepper, 'hex'), '', 'clearwatch recovery codes', 32),
    );
  }

  hash(normalised: string, userId: number): string {
    return createHmac('sha256', this.key).update(`${userId}:${normalised}`).digest('hex');
  }
}
