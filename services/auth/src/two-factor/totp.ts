import { TOTP_DIGITS } from '@clearwatch/contracts/staff/sign-in-limits';
import { generateSecret, generateURI, verify } from 'otplib';

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
