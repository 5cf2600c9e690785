import { setTimeout as pause } from 'node:timers/promises';
import type { StaffClient } from '@clearwatch/infra-local/trial/staff-client';
import {
  signedInAdmin,
  startTrialInstallation,
  type TrialInstallation,
} from '@clearwatch/infra-local/trial/trial-installation';
import { hireStaff } from './hire-staff.ts';

const STAFF = 200;

describe('nine o’clock', () => {
  let installation: TrialInstallation;
  let admin: StaffClient;

  beforeAll(async () => {
    installation = await startTrialInstallation();
    admin = await signedInAdmin(installation);
  }, 90_000);

  afterAll(() => installation?.remove(), 60_000);

  it('lets 200 people in who sign in at once, each with both factors, and answers reads meanwhile', async () => {
    const people = Array.from({ length: STAFF }, (_, index) => ({ username: `clerk.${index}` }));
    const hired = await hireStaff(installation, people);
    const clients = hired.map(() => installation.visitor());
    const areIn = new AbortController();
    const reads: number[] = [];
    const reading = (async () => {
      for (; !areIn.signal.aborted; await pause(50)) {
        reads.push((await admin.get('/api/metrics/30')).status, (await admin.get('/api/auth/user')).status);
      }
    })();
    try {
      // Expects 200 at both steps of each: one refusal is enough to fail.
      await Promise.all(hired.map((person, index) => clients[index]?.signIn(person)));
    } finally {
      areIn.abort();
      await reading;
    }
    expect(new Set(reads)).toEqual(new Set([200]));
    expect(reads.length).toBeGreaterThan(100);
    const who = await Promise.all(clients.map((client) => client.get('/api/auth/user')));
    const names = who.map(({ text }) => (JSON.parse(text) as { username: string }).username);
    expect(names.toSorted()).toEqual(people.map(({ username }) => username).toSorted());
  }, 180_000);
});
