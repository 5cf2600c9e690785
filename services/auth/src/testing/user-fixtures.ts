import { generate } from 'otplib';
import type { Client } from 'pg';
import { hashPassword } from '../passwords/password-hasher.service.ts';
import { newSecret, SecretBox } from '../two-factor/two-factor-secrets.ts';

/** bcrypt cost (2^n rounds) for fast tests. */
export const FAST_HASH_COST = 4;
const PRODUCTION_HASH_COST = 12;

export const PEPPER = '2'.repeat(64);
export const TWO_FACTOR_KEY = '3'.repeat(64);
export const PASSWORD = 'correct horse battery';

const STEP_SECONDS = 30;
const pepper = Buffer.from(PEPPER, 'hex');

type Columns = Readonly<Record<string, unknown>> & { username: string; password?: string };

/** Inserts a user who can sign in with `PASSWORD`. */
export async function insertUser(owner: Client, columns: Columns): Promise<number> {
  const { password = PASSWORD, ...more } = columns;
  const row = { ...more, password: await hashPassword(password, pepper, FAST_HASH_COST) };
  const names = Object.keys(row);
  const { rows } = await owner.query<{ id: number }>(
    `INSERT INTO auth.users (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})
     RETURNING id`,
    Object.values(row),
  );
  return rows[0]?.id ?? 0;
}

/** Gives a user a hash of `PASSWORD` with the production cost, so that concurrent attempts queue. */
export async function hashAsInProduction(owner: Client, id: number): Promise<void> {
  const slow = await hashPassword(PASSWORD, pepper, PRODUCTION_HASH_COST);
  await owner.query('UPDATE auth.users SET password = $2 WHERE id = $1', [id, slow]);
}

export interface AccountColumns {
  role: string;
  is_active: boolean;
  failed_login_attempts: number;
  failures_since_login: number;
  last_failed_login: Date | null;
  locked_until: Date | null;
  last_login: Date | null;
  force_password_reset: boolean;
  two_factor_enabled: boolean;
  two_factor_secret: string | null;
  session_version: number;
}

export async function accountColumns(owner: Client, id: number): Promise<AccountColumns | undefined> {
  const { rows } = await owner.query<AccountColumns>('SELECT * FROM auth.users WHERE id = $1', [id]);
  return rows[0];
}

export interface UserWithTwoFactor {
  id: number;
  username: string;
  /** The current code, or the code `offset` steps of 30 seconds later. */
  code: (offset?: number) => Promise<string>;
}

export async function insertUserWithTwoFactor(owner: Client, columns: Columns): Promise<UserWithTwoFactor> {
  const secret = newSecret();
  const id = await insertUser(owner, { two_factor_enabled: true, ...columns });
  await owner.query('UPDATE auth.users SET two_factor_secret = $2 WHERE id = $1', [
    id,
    new SecretBox(TWO_FACTOR_KEY).seal(secret, id),
  ]);
  const code = (offset = 0) => generate({ secret, epoch: Math.floor(Date.now() / 1_000) + offset * STEP_SECONDS });
  return { id, username: columns.username, code };
}
