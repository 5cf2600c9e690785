import { SecretBox } from '@clearwatch/auth/two-factor/secret-box';
import { generateSecret } from 'otplib';
import { Client } from 'pg';
import { loadKeys } from '../keys.ts';
import type { StaffClient } from './staff-client.ts';
import { TRIAL_PASSWORD, type TrialInstallation } from './trial-installation.ts';

export interface Hired {
  id: number;
  username: string;
  password: string;
  /** Of the authenticator, base32. */
  secret: string;
}

/**
 * Puts staff into the table with the signed-in admin's password and an authenticator of their own: going through
 * every first-time step over HTTP would take each of them seconds.
 */
export async function hireStaff(
  installation: TrialInstallation,
  people: readonly { username: string; role?: 'User' | 'Admin'; isNew?: 'without authenticator' }[],
): Promise<Hired[]> {
  const box = new SecretBox(loadKeys(installation.dataDirectory).twoFactor);
  const client = new Client({ connectionString: installation.stack.ownerUrl });
  await client.connect();
  try {
    const hired: Hired[] = [];
    for (const { username, role = 'User', isNew } of people) {
      const { rows } = await client.query<{ id: number }>(
        `INSERT INTO auth.users (username, role, password, two_factor_enabled)
         SELECT $1, $2, password, $3 FROM auth.users WHERE username = 'admin' RETURNING id`,
        [username, role, isNew === undefined],
      );
      const id = rows[0]?.id ?? 0;
      const secret = generateSecret();
      if (isNew === undefined) {
        await client.query('UPDATE auth.users SET two_factor_secret = $2 WHERE id = $1', [
          id,
          box.seal(secret, id),
        ]);
      }
      hired.push({ id, username, password: TRIAL_PASSWORD, secret });
    }
    return hired;
  } finally {
    await client.end();
  }
}

/** Somebody hired just now, past both factors. */
export async function signedIn(
  installation: TrialInstallation,
  person: { username: string; role?: 'User' | 'Admin' },
): Promise<StaffClient & { hired: Hired }> {
  const [hired] = await hireStaff(installation, [person]);
  if (hired === undefined) throw new Error('nobody was hired');
  const client = installation.visitor();
  await client.signIn(hired);
  return Object.assign(client, { hired });
}
