import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '@clearwatch/auth/passwords/password-hasher.service';
import { SecretBox } from '@clearwatch/auth/two-factor/two-factor-secrets';
import { prepareDatabase } from '@clearwatch/infra-postgres/prepare-database';
import { withClient } from '@clearwatch/infra-postgres/schema-owners';
import { generateSecret } from 'otplib';
import type { Client } from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { freePort } from './free-ports.ts';
import { loadKeys, saveKeys } from './installation-keys.ts';
import { rolePasswords } from './service-environments.ts';
import { type Stack, startStack } from './stack.ts';
import { StaffClient } from './staff-client.ts';
import type { MonitoringSettings } from './start-settings.ts';
import { testFolder } from './test-servers.ts';

/** Set by the test command: the installation whose database others begin with. */
const TEMPLATE_VARIABLE = 'TEST_READY_INSTALLATION';

/**
 * Makes the database of an installation, migrated and stopped, for others of the same test run to begin with: making a
 * cluster and migrating it takes each of them a second and a half of processor, copying one a tenth of it.
 * @returns what the environment of tests has to say
 */
export async function prepareTemplateInstallation(
  folder: string,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  mkdirSync(folder, { mode: 0o711 });
  const keys = loadKeys(folder);
  const postgres = await startEmbeddedPostgres({
    directory: clusterOf(folder),
    password: keys.databaseOwner,
    logFile: join(folder, 'postgres.log'),
    throwaway: 'throwaway',
    signal,
  });
  try {
    await prepareDatabase(postgres.ownerUrl(), rolePasswords(keys));
  } finally {
    await postgres.stop();
  }
  return { [TEMPLATE_VARIABLE]: folder };
}

/** Gives a new installation that database and the key to it; all its other keys are its own. Nothing outside the test command. */
export function copyTemplateDatabase(dataDirectory: string): void {
  const ready = process.env[TEMPLATE_VARIABLE];
  if (ready === undefined) return;
  saveKeys(dataDirectory, { ...loadKeys(dataDirectory), databaseOwner: loadKeys(ready).databaseOwner });
  // Of whom the files are has to stay: PostgreSQL runs as its data's owner.
  execFileSync('cp', ['-a', clusterOf(ready), clusterOf(dataDirectory)]);
}

const clusterOf = (folder: string): string => join(folder, 'postgres');

/** Of bcrypt; 12 in production. */
const TEST_BCRYPT_COST = 4;

/**
 * Completes the admin's first-time steps in the table, with a password that is checked quickly: over HTTP the steps
 * take three slow hashes, which is a tenth of what an installation takes to start.
 * @returns the secret of the authenticator, base32
 */
async function completeAdminSetup(
  { dataDirectory, ownerUrl }: { dataDirectory: string; ownerUrl: string },
  { username, password }: { username: string; password: string },
): Promise<string> {
  const keys = loadKeys(dataDirectory);
  const hashed = await hashPassword(password, Buffer.from(keys.passwordPepper, 'hex'), TEST_BCRYPT_COST);
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `UPDATE auth.users SET password = $2, force_password_reset = false, two_factor_enabled = true
       WHERE username = $1 RETURNING id`,
      [username, hashed],
    );
    return setAuthenticator(client, new SecretBox(keys.twoFactor), rows[0]?.id ?? 0);
  });
}

/** @returns the secret of the user's new authenticator, base32 */
async function setAuthenticator(client: Client, box: SecretBox, userId: number): Promise<string> {
  const secret = generateSecret();
  const sealed = box.seal(secret, userId);
  await client.query('UPDATE auth.users SET two_factor_secret = $2 WHERE id = $1', [userId, sealed]);
  return secret;
}

export interface TemporaryInstallation {
  url: string;
  stack: Stack;
  dataDirectory: string;
  /** What the services' supervisor said: restarts and the like. */
  said: string[];
  /** A client that has not signed in. */
  visitor(): StaffClient;
  remove(): Promise<void>;
}

export const TEMPORARY_FIRST_PASSWORD = 'first-password-of-the-trial';
export const TEMPORARY_PASSWORD = 'long-enough-for-the-trial-7';

/** The whole application on an empty temporary folder and a free port; removed without trace. */
export async function startTemporaryInstallation(
  options: {
    redisUrl?: string;
    durability?: 'real' | 'throwaway';
    gateway?: Record<string, string>;
    /** What an operator may set who watches it. */
    watching?: MonitoringSettings;
    /** Where the installation's folder is made; the test run's, else that for temporary files, unless given. */
    parent?: string;
    /** Ends a start that is under way. */
    signal?: AbortSignal;
  } = {},
): Promise<TemporaryInstallation> {
  const dataDirectory = mkdtempSync(join(options.parent ?? testFolder(), 'clearwatch-trial-'));
  chmodSync(dataDirectory, 0o711);
  const said: string[] = [];
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
      say: (line) => void said.push(line),
      signal: options.signal ?? new AbortController().signal,
      throwaway: options.durability === 'real' ? undefined : 'throwaway',
    });
    return {
      url: stack.url,
      stack,
      dataDirectory,
      said,
      visitor: () => new StaffClient(stack.url),
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

/** The admin of a fresh trial installation, signed in and past every first-time step. */
export async function signedInAdmin(installation: TemporaryInstallation): Promise<StaffClient> {
  const { dataDirectory, stack } = installation;
  const credentials = { username: 'admin', password: TEMPORARY_PASSWORD };
  const secret = await completeAdminSetup({ dataDirectory, ownerUrl: stack.ownerUrl }, credentials);
  const admin = installation.visitor();
  await admin.signIn({ ...credentials, secret });
  return admin;
}

/** The same over HTTP, as a person comes in for the first time. */
export async function signUpFirstAdmin(installation: TemporaryInstallation): Promise<StaffClient> {
  const admin = installation.visitor();
  await admin.signInForTheFirstTime('admin', TEMPORARY_FIRST_PASSWORD, TEMPORARY_PASSWORD);
  return admin;
}

export interface CreatedUser {
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

/** Somebody hired just now, past both factors. */
export async function signInUser(
  installation: TemporaryInstallation,
  person: { username: string; role?: 'User' | 'Admin' },
): Promise<StaffClient & { hired: CreatedUser }> {
  const [hired] = await createUsers(installation, [person]);
  if (hired === undefined) throw new Error('nobody was hired');
  const client = installation.visitor();
  await client.signIn(hired);
  return Object.assign(client, { hired });
}
