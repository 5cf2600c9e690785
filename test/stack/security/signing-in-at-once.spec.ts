import { setTimeout as pause } from 'node:timers/promises';
import { hashPassword } from '@clearwatch/auth/passwords/password-hasher.service';
import { loadKeys } from '@clearwatch/infra-local/installation-keys';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';
import {
  type CreatedUser,
  createUsers,
  signUpFirstAdmin,
  startTemporaryInstallation,
  TEMPORARY_PASSWORD,
  type TemporaryInstallation,
} from '@clearwatch/infra-local/temporary-installation';
import { generateSync } from 'otplib';
import { Client } from 'pg';
import { FAST_HASH_COST } from '../../../services/auth/src/testing/user-fixtures.ts';

const STAFF = 200;
/** Users with a hash of the usual cost, enough to fill the queue of password checks. */
const SLOWLY_CHECKED = 30;
const AT_ONCE = 20;

describe('simultaneous sign-ins', () => {
  let installation: TemporaryInstallation;
  let admin: StaffClient;

  beforeAll(async () => {
    installation = await startTemporaryInstallation();
    // Created users get a hash of the same cost as the admin's.
    admin = await signUpFirstAdmin(installation);
  }, 90_000);

  afterAll(() => installation?.remove(), 60_000);

  async function newUser(username: string): Promise<CreatedUser> {
    const [hired] = await createUsers(installation, [{ username }]);
    if (hired === undefined) throw new Error('no user was created');
    return hired;
  }

  /** Gives the users a hash that is cheap to check. Every other step of signing in is unchanged. */
  async function checkQuickly(hired: readonly CreatedUser[]): Promise<void> {
    const pepper = Buffer.from(loadKeys(installation.dataDirectory).passwordPepper, 'hex');
    const hash = await hashPassword(TEMPORARY_PASSWORD, pepper, FAST_HASH_COST);
    const owner = new Client({ connectionString: installation.stack.ownerUrl });
    await owner.connect();
    await owner.query('UPDATE auth.users SET password = $1 WHERE id = ANY($2)', [hash, hired.map(({ id }) => id)]);
    await owner.end();
  }

  const atOnce = async (body: object): Promise<number[]> => {
    const tries = Array.from({ length: AT_ONCE }, () => installation.newClient().call('POST', '/api/auth/login', body));
    return (await Promise.all(tries)).map(({ status }) => status);
  };

  it('20 simultaneous wrong passwords lock the account, so that the right one no longer works [security 2.6]', async () => {
    const { username, password, id } = await newUser('guessed.at');
    expect(new Set(await atOnce({ username, password: 'a wrong guess' }))).toEqual(new Set([401]));
    const right = await installation.newClient().call('POST', '/api/auth/login', { username, password });
    expect(right.status).toBe(401);
    const users = (await admin.get('/api/users')).json() as { id: number; failedLoginAttempts: number }[];
    expect(users.find((user) => user.id === id)).toMatchObject({
      failedLoginAttempts: 3,
      lockedUntil: expect.any(String) as string,
    });
  }, 60_000);

  it('an authenticator code that is sent 20 times simultaneously opens one session [security 2.1]', async () => {
    const { username, password, secret } = await newUser('overlooked');
    const statuses = await atOnce({ username, password, twoFactorCode: generateSync({ secret }) });
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(AT_ONCE - 1);
  }, 60_000);

  it('a recovery code that is sent 20 times simultaneously opens one session [security 2.1]', async () => {
    const [hired] = await createUsers(installation, [{ username: 'lost.phone', isNew: 'without authenticator' }]);
    const { username, password } = hired ?? { username: '', password: '' };
    const client = installation.newClient();
    await client.expect(200, 'POST', '/api/auth/login', { username, password });
    const { secret } = (await client.expect(200, 'POST', '/api/auth/setup-2fa')).json() as { secret: string };
    const twoFactorCode = generateSync({ secret });
    const verified = await client.expect(200, 'POST', '/api/auth/verify-2fa', { twoFactorCode });
    const { recoveryCodes } = verified.json() as { recoveryCodes: string[] };
    const statuses = await atOnce({ username, password, twoFactorCode: recoveryCodes[0] });
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(AT_ONCE - 1);
  }, 60_000);

  it('200 users sign in simultaneously with both factors while reads are answered [security 2.14] [fault 4.4]', async () => {
    const staff = Array.from({ length: STAFF }, (_, index) => ({ username: `clerk.${index}` }));
    const hired = await createUsers(installation, staff);
    await checkQuickly(hired.slice(SLOWLY_CHECKED));
    const clients = hired.map(() => installation.newClient());
    const areIn = new AbortController();
    const reads: number[] = [];
    const reading = (async () => {
      for (; !areIn.signal.aborted; await pause(50)) {
        reads.push((await admin.get('/api/metrics/30')).status, (await admin.get('/api/auth/user')).status);
      }
    })();
    try {
      // Expects 200 at both steps for each user: a single refusal fails the test.
      await Promise.all(hired.map((person, index) => clients[index]?.signIn(person)));
    } finally {
      areIn.abort();
      await reading;
    }
    expect(new Set(reads)).toEqual(new Set([200]));
    // There were many rounds of reads, not just one at the start.
    expect(reads.length).toBeGreaterThan(20);
    const who = await Promise.all(clients.map((client) => client.get('/api/auth/user')));
    const names = who.map(({ text }) => (JSON.parse(text) as { username: string }).username);
    expect(names.toSorted()).toEqual(staff.map(({ username }) => username).toSorted());
  }, 240_000);
});
