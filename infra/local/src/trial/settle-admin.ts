import { asHashed } from '@clearwatch/auth/passwords/as-hashed';
import { SecretBox } from '@clearwatch/auth/two-factor/secret-box';
import { generateSecret } from 'otplib';
import { Client } from 'pg';
import { loadKeys } from '../keys.ts';

/** Of bcrypt; 12 in production. */
const QUICK = 4;

/**
 * Takes the admin past every first-time step in the table, with a password that is quickly checked: over HTTP the steps
 * take three slow hashes, which is a tenth of what an installation takes to start.
 * @returns the secret of his authenticator, base32
 */
export async function settleAdmin(
  { dataDirectory, ownerUrl }: { dataDirectory: string; ownerUrl: string },
  { username, password }: { username: string; password: string },
): Promise<string> {
  const keys = loadKeys(dataDirectory);
  const hashed = await asHashed(password, Buffer.from(keys.passwordPepper, 'hex'), QUICK);
  const secret = generateSecret();
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>(
      `UPDATE auth.users SET password = $2, force_password_reset = false, two_factor_enabled = true
       WHERE username = $1 RETURNING id`,
      [username, hashed],
    );
    const id = rows[0]?.id ?? 0;
    await client.query('UPDATE auth.users SET two_factor_secret = $2 WHERE id = $1', [
      id,
      new SecretBox(keys.twoFactor).seal(secret, id),
    ]);
    return secret;
  } finally {
    await client.end();
  }
}
