import type { PendingTwoFactor, TwoFactorEnabled } from '@clearwatch/contracts/sign-in.dto';
import { IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { generate } from 'otplib';
import request from 'supertest';
import {
  type AuthTestContext,
  callAuth,
  GATEWAY,
  IDENTITY_KEY,
  recordedEvents,
  startAuth,
} from '../testing/auth-test-context.ts';
import { accountColumns, insertUser, PASSWORD } from '../testing/user-fixtures.ts';

let auth: AuthTestContext;

beforeAll(async () => {
  auth = await startAuth();
});

afterAll(() => auth.close());

const post = (path: string, body: object) => callAuth(auth, path, body);
const begin = async (userId: number) => post('/internal/setup-two-factor', { userId });
const verify = (userId: number, twoFactorCode: string) =>
  post('/internal/verify-two-factor-setup', { userId, twoFactorCode });

async function image(userId: number): Promise<request.Response> {
  const token = signIdentity(GATEWAY, 'auth', new IdentityKeys(IDENTITY_KEY));
  return request(auth.server).get(`/internal/users/${userId}/two-factor-qr`).set('x-clearwatch-identity', token);
}

const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(auth.clock.now().getTime() / 1_000) });

/** All rows in all tables of all services, as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await auth.owner.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await auth.owner.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

describe('two-factor secrets in the database', () => {
  it('a database dump contains no two-factor seed, recovery code or password, during and after setup [security 2.4]', async () => {
    const id = await insertUser(auth.owner, { username: 'dumped' });
    const { secret } = (await begin(id)).body as PendingTwoFactor;
    expect(await dump()).toContain('dumped');
    expect(await dump()).not.toContain(secret);
    const { recoveryCodes } = (await verify(id, await codeOf(secret))).body as TwoFactorEnabled;
    await post('/internal/sign-in', {
      username: 'dumped',
      password: PASSWORD,
      twoFactorCode: recoveryCodes[0],
    });
    const dumped = await dump();
    expect(dumped).toContain('session.signed_in');
    for (const code of recoveryCodes) {
      expect(dumped).not.toContain(code);
      expect(dumped).not.toContain(code.replace('-', ''));
    }
    expect(dumped).not.toContain(secret);
    expect(dumped).not.toContain(PASSWORD);
  });
});

describe('two-factor secret and QR code', () => {
  it('the two-factor secret and QR code are available only while setup is pending [security 1.10, 2.5]', async () => {
    const id = await insertUser(auth.owner, { username: 'looking' });
    expect((await image(id)).status).toBe(404);
    const { secret } = (await begin(id)).body as PendingTwoFactor;
    const served = await image(id);
    expect([served.status, served.headers['content-type']]).toEqual([200, 'image/png']);
    expect((await verify(id, await codeOf(secret))).status).toBe(200);
    for (const { status, text } of [await image(id), await begin(id)]) {
      expect(status).toBe(409);
      expect(text).toBe('Two-factor authentication is already set up for this account.');
    }
  });

  it('the two-factor secret and QR code are discarded when the password changes', async () => {
    const userId = await insertUser(auth.owner, { username: 'changing.midway' });
    const before = (await begin(userId)).body as PendingTwoFactor;
    const change = { userId, currentPassword: PASSWORD, newPassword: 'another horse battery' };
    expect((await post('/internal/change-password', change)).status).toBe(200);
    expect((await accountColumns(auth.owner, userId))?.two_factor_secret).toBeNull();
    expect((await verify(userId, await codeOf(before.secret))).status).toBe(422);
  });
});

describe('two-factor setup', () => {
  it('two-factor setup locks the account at the third wrong code, then rejects the right code, and records each step', async () => {
    const id = await insertUser(auth.owner, { username: 'mistyping' });
    const { secret } = (await begin(id)).body as PendingTwoFactor;
    for (const code of ['000000', '111111', '222222']) expect((await verify(id, code)).status).toBe(422);
    expect((await accountColumns(auth.owner, id))?.locked_until).not.toBeNull();
    expect((await verify(id, await codeOf(secret))).status).toBe(422);
    const failed = { action: 'two_factor.set_up_failed', actor_id: id, address: GATEWAY.address };
    expect(await recordedEvents(auth.owner, id)).toMatchObject([
      { ...failed, detail: { factor: 'totp', reason: 'wrong_code' } },
      failed,
      failed,
      { action: 'user.locked' },
      { ...failed, detail: { factor: 'totp', reason: 'locked' } },
    ]);
  });

  it('two-factor setup is recorded once when the code arrives several times concurrently', async () => {
    const id = await insertUser(auth.owner, { username: 'double.click' });
    const { secret } = (await begin(id)).body as PendingTwoFactor;
    const code = await codeOf(secret);
    const answers = await Promise.all([verify(id, code), verify(id, code), verify(id, code)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const actions = (await recordedEvents(auth.owner, id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'two_factor.enabled')).toHaveLength(1);
    expect(await accountColumns(auth.owner, id)).toMatchObject({ failed_login_attempts: 0 });
  });
});
