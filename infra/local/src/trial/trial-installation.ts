import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../ports.ts';
import { type Stack, startStack } from '../stack.ts';
import { testFolder } from '../test-folder.ts';
import type { WatchingSettings } from '../watching-settings.ts';
import { beginWithReadyDatabase } from './ready-database.ts';
import { settleAdmin } from './settle-admin.ts';
import { StaffClient } from './staff-client.ts';

export interface TrialInstallation {
  url: string;
  stack: Stack;
  dataDirectory: string;
  /** What the services' supervisor said: restarts and the like. */
  said: string[];
  /** A client that has not signed in. */
  visitor(): StaffClient;
  remove(): Promise<void>;
}

export const TRIAL_FIRST_PASSWORD = 'first-password-of-the-trial';
export const TRIAL_PASSWORD = 'long-enough-for-the-trial-7';

/** The whole application on an empty temporary folder and a free port; removed without trace. */
export async function startTrialInstallation(
  options: {
    redisUrl?: string;
    durability?: 'real' | 'throwaway';
    gateway?: Record<string, string>;
    /** What an operator may set who watches it. */
    watching?: WatchingSettings;
    /** Where the installation's folder is made; the test run's, else that for temporary files, unless given. */
    parent?: string;
    /** Ends a start that is under way. */
    signal?: AbortSignal;
  } = {},
): Promise<TrialInstallation> {
  const dataDirectory = mkdtempSync(join(options.parent ?? testFolder(), 'clearwatch-trial-'));
  chmodSync(dataDirectory, 0o711);
  const said: string[] = [];
  const remove = () => rmSync(dataDirectory, { recursive: true, force: true });
  try {
    if (options.durability !== 'real') beginWithReadyDatabase(dataDirectory);
    const stack = await startStack({
      settings: {
        port: await freePort(),
        host: '127.0.0.1',
        dataDirectory,
        logLevel: 'info',
        adminPassword: TRIAL_FIRST_PASSWORD,
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
export async function signedInAdmin(installation: TrialInstallation): Promise<StaffClient> {
  const { dataDirectory, stack } = installation;
  const credentials = { username: 'admin', password: TRIAL_PASSWORD };
  const secret = await settleAdmin({ dataDirectory, ownerUrl: stack.ownerUrl }, credentials);
  const admin = installation.visitor();
  await admin.signIn({ ...credentials, secret });
  return admin;
}

/** The same over HTTP, as a person comes in for the first time. */
export async function adminOfFirstDay(installation: TrialInstallation): Promise<StaffClient> {
  const admin = installation.visitor();
  await admin.signInForTheFirstTime('admin', TRIAL_FIRST_PASSWORD, TRIAL_PASSWORD);
  return admin;
}
