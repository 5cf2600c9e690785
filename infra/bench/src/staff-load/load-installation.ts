import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  createUsers,
  signUpFirstAdmin,
  startTemporaryInstallation,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { waitUntilIdle } from '../import-benchmarks.ts';

/** Who signs in. Also what k6 reads, so nothing may be called otherwise. */
interface StaffCredentials {
  username: string;
  password: string;
  /** Of the authenticator, base32. */
  secret: string;
}

/** @throws Error that says what is wrong with the file */
export function readStaffFile(path: string): StaffCredentials[] {
  const people: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(people) || people.length === 0 || !people.every(isStaff)) {
    throw new Error(`${path} must be a list of { username, password, secret }.`);
  }
  return people;
}

/** For its owner alone: whoever reads it can sign in. */
export function writeStaffFile(path: string, people: readonly StaffCredentials[]): void {
  const plain = people.map(({ username, password, secret }) => ({ username, password, secret }));
  writeFileSync(path, JSON.stringify(plain), { mode: 0o600 });
}

function isStaff(person: unknown): person is StaffCredentials {
  return (
    typeof person === 'object' &&
    person !== null &&
    ['username', 'password', 'secret'].every((key) => typeof Reflect.get(person, key) === 'string')
  );
}

/** Auth hashes two passwords at a time; more that wait would only measure the waiting. */
const SIGN_INS_AT_A_TIME = 4;

/** An installation of its own with the sample ledger in it. */
export async function startLoadInstallation(signal: AbortSignal): Promise<TemporaryInstallation> {
  const installation = await startTemporaryInstallation({ durability: 'real', signal });
  try {
    const admin = await signUpFirstAdmin(installation);
    const { status, text } = await admin.call('POST', '/api/imports/sample');
    if (status !== 200 && status !== 202)
      throw new Error(`The sample ledger: ${status} ${text.slice(0, 200)}`);
    await waitUntilIdle(installation);
    return installation;
  } catch (error) {
    await installation.remove();
    throw error;
  }
}

export function createLoadUsers(
  installation: TemporaryInstallation,
  count: number,
): Promise<StaffCredentials[]> {
  return createUsers(
    installation,
    Array.from({ length: count }, (_, index) => ({ username: `load.clerk.${index}` })),
  );
}

/** A machine that has much else to do asks to come back; whoever wants to work does. */
const SIGN_IN_ATTEMPTS = 5;
const SIGN_IN_RETRY_MS = 5_000;

/** @returns the cookie header of each, signed in with both factors */
export async function signIn(base: string, people: readonly StaffCredentials[]): Promise<string[]> {
  const waiting = people.entries();
  const sessions: string[] = [];
  const door = async (): Promise<void> => {
    for (const [index, person] of waiting) {
      sessions[index] = await cookieOf(base, person);
    }
  };
  await Promise.all(Array.from({ length: SIGN_INS_AT_A_TIME }, door));
  return sessions;
}

async function cookieOf(base: string, person: StaffCredentials): Promise<string> {
  for (let left = SIGN_IN_ATTEMPTS; ; left -= 1) {
    const client = new StaffClient(base);
    try {
      await client.signIn(person);
      return client.cookieHeader;
    } catch (error) {
      if (left === 1 || !String(error).includes(' answered 503 ')) throw error;
      await pause(SIGN_IN_RETRY_MS);
    }
  }
}
