import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '@clearwatch/auth/passwords/password-hasher.service';
import { SecretBox } from '@clearwatch/auth/two-factor/two-factor-secrets';
import { prepareDatabase } from '@clearwatch/infra-postgres/prepare-database';
import { withClient } from '@clearwatch/infra-postgres/schema-owners';
import { generateSecret } from 'otplib';
import type { Client } from 'pg';
import { withEmbeddedPostgres } from './embedded-postgres.ts';
import { freePort } from './free-ports.ts';
import { loadKeys, saveKeys } from './installation-keys.ts';
import { rolePasswords } from './service-environments.ts';
import { startStack } from './stack.ts';
import { StaffClient } from './staff-client.ts';
import type { MonitoringSettings } from './start-settings.ts';
import { testFolder } from './test-servers.ts';

/** Set by the test command. */
const TEMPLATE_VARIABLE = 'TEST_READY_INSTALLATION';

/**
 * Creating a migrated database takes 1.5 s of CPU time; copying one takes a tenth of that.
 * @returns environment variables for the tests
 */
export async function prepareTemplateInstallation(
  folder: string,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  mkdirSync(folder, { mode: 0o711 });
  const keys = loadKeys(folder);
  await withEmbeddedPostgres(
    {
      directory: clusterOf(folder),
      password: keys.databaseOwner,
      logFile: join(folder, 'postgres.log'),
      throwaway: 'throwaway',
      signal,
    },
    (ownerUrl) => prepareDatabase(ownerUrl, rolePasswords(keys)),
  );
  return { [TEMPLATE_VARIABLE]: folder };
}

export function copyTemplateDatabase(dataDirectory: string): void {
  const ready = process.env[TEMPLATE_VARIABLE];
  if (ready === undefined) return;
  saveKeys(dataDirectory, { ...loadKeys(dataDirectory), databaseOwner: loadKeys(ready).databaseOwner });
  // Preserves the owner: PostgreSQL runs as the owner of its data.
  execFileSync('cp', ['-a', clusterOf(ready), clusterOf(dataDirectory)]);
}

const clusterOf = (folder: string): string => join(folder, 'postgres');

const TEST_BCRYPT_COST = 4;

async function setAuthenticator(client: Client, box: SecretBox, userId: number): Promise<string> {
  const secret = generateSecret();
  const sealed = box.seal(secret, userId);
  await client.query('UPDATE auth.users SET two_factor_secret = $2 WHERE id = $1', [userId, sealed]);
  return secret;
}

export type TemporaryInstallation = Awaited<ReturnType<typeof startTemporaryInstallation>>;

export const TEMPORARY_FIRST_PASSWORD = 'first-password-for-tests';
export const TEMPORARY_PASSWORD = 'long-enough-for-tests-7';

export async function startTemporaryInstallation(
  options: {
    redisUrl?: string;
    durability?: 'real' | 'throwaway';
    gateway?: Record<string, string>;
    watching?: MonitoringSettings;
    /** Default: the test run's folder, or else the folder for temporary files. */
    parent?: string;
    signal?: AbortSignal;
  } = {},
) {
  const dataDirectory = mkdtempSync(join(options.parent ?? testFolder(), 'clearwatch-temporary-'));
  chmodSync(dataDirectory, 0o711);
  const messages: string[] = [];
  const remove = () => rmSync(dataDirectory, { recursive: true, force: true });
  try {
    if (options.durability !== 'real') copyTemplateDatabase(dataDirectory);
    const stack = await startStack({
      settings: {
        port: await freePort(),
        host: '127.0.0.1',
        dataDirectory,
        logLevel: 'info',
        adminPassword: TEMPORARY_FIRST_PASSWORD,
        redisUrl: options.redisUrl,
        gateway: options.gateway,
        ...options.watching,
      },
      log: (line) => void messages.push(line),
      signal: options.signal ?? new AbortController().signal,
      throwaway: options.durability === 'real' ? undefined : 'throwaway',
    });
    return {
      url: stack.url,
      stack,
      dataDirectory,
      messages,
      newClient: () => new StaffClient(stack.url),
      remove: async () => {
        await stack.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Completes the admin's first-time steps directly in the database, because over HTTP they take three slow hashes. */
export async function signedInAdmin(installation: TemporaryInstallation): Promise<StaffClient> {
  const keys = loadKeys(installation.dataDirectory);
  const credentials = { username: 'admin', password: TEMPORARY_PASSWORD };
  const pepper = Buffer.from(keys.passwordPepper, 'hex');
  const hashed = await hashPassword(TEMPORARY_PASSWORD, pepper, TEST_BCRYPT_COST);
  const secret = await withClient(installation.stack.ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `UPDATE auth.users SET password = $2, force_password_reset = false, two_factor_enabled = true
       WHERE username = $1 RETURNING id`,
      [credentials.username, hashed],
    );
    return setAuthenticator(client, new SecretBox(keys.twoFactor), rows[0]?.id ?? 0);
  });
  const admin = installation.newClient();
  await admin.signIn({ ...credentials, secret });
  return admin;
}

/** Completes the same steps over HTTP. */
export async function signUpFirstAdmin(installation: TemporaryInstallation): Promise<StaffClient> {
  const admin = installation.newClient();
  await admin.signInForTheFirstTime('admin', TEMPORARY_FIRST_PASSWORD, TEMPORARY_PASSWORD);
  return admin;
}

export interface CreatedUser {
  id: number;
  username: string;
  password: string;
  secret: string;
}

/**
 * Inserts users with the admin's password and their own authenticators. First-time steps over HTTP would take seconds
 * per user.
 */
export async function createUsers(
  installation: TemporaryInstallation,
  people: readonly { username: string; role?: 'User' | 'Admin'; isNew?: 'without authenticator' }[],
): Promise<CreatedUser[]> {
  const box = new SecretBox(loadKeys(installation.dataDirectory).twoFactor);
  return withClient(installation.stack.ownerUrl, async (client) => {
    const created: CreatedUser[] = [];
    for (const { username, role = 'User', isNew } of people) {
      const { rows } = await client.query<{ id: number }>(
        `INSERT INTO auth.users (username, role, password, two_factor_enabled)
         SELECT $1, $2, password, $3 FROM auth.users WHERE username = 'admin' RETURNING id`,
        [username, role, isNew === undefined],
      );
      const id = rows[0]?.id ?? 0;
      const secret = isNew === undefined ? await setAuthenticator(client, box, id) : generateSecret();
      created.push({ id, username, password: TEMPORARY_PASSWORD, secret });
    }
    return created;
  });
}

export async function signInUser(
  installation: TemporaryInstallation,
  person: { username: string; role?: 'User' | 'Admin' },
): Promise<StaffClient & { user: CreatedUser }> {
  const [user] = await createUsers(installation, [person]);
  if (user === undefined) throw new Error('The user was not created.');
  const client = installation.newClient();
  await client.signIn(user);
  return Object.assign(client, { user });
}
