import { setTimeout as pause } from 'node:timers/promises';
import { hireStaff } from '@clearwatch/infra-local/trial/hire-staff';
import { StaffClient } from '@clearwatch/infra-local/trial/staff-client';
import {
  adminOfFirstDay,
  startTrialInstallation,
  type TrialInstallation,
} from '@clearwatch/infra-local/trial/trial-installation';
import { quiet } from '../uploads.ts';
import type { StaffCredentials } from './staff-file.ts';

/** Auth hashes two passwords at a time; more that wait would only measure the waiting. */
const SIGN_INS_AT_A_TIME = 4;

/** An installation of its own with the sample ledger in it. */
export async function startLoadInstallation(signal: AbortSignal): Promise<TrialInstallation> {
  const installation = await startTrialInstallation({ durability: 'real', signal });
  try {
    const admin = await adminOfFirstDay(installation);
    const { status, text } = await admin.call('POST', '/api/imports/sample');
    if (status !== 200 && status !== 202)
      throw new Error(`The sample ledger: ${status} ${text.slice(0, 200)}`);
    await quiet(installation);
    return installation;
  } catch (error) {
    await installation.remove();
    throw error;
  }
}

export function hire(installation: TrialInstallation, count: number): Promise<StaffCredentials[]> {
  return hireStaff(
    installation,
    Array.from({ length: count }, (_, index) => ({ username: `load.clerk.${index}` })),
  );
}

/** A machine that has much else to do asks to come back; whoever wants to work does. */
const TRIES = 5;
const PAUSE_MS = 5_000;

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
  for (let left = TRIES; ; left -= 1) {
    const client = new StaffClient(base);
    try {
      await client.signIn(person);
      return client.cookieHeader;
    } catch (error) {
      if (left === 1 || !String(error).includes(' answered 503 ')) throw error;
      await pause(PAUSE_MS);
    }
  }
}
