import { type LoginRequest, SignInState } from '@clearwatch/contracts/sign-in.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { generate } from 'otplib';
import request from 'supertest';
import { type AuthTestContext, callAuth, holdPasswordChecks, startAuth } from '../testing/auth-test-context.ts';
import { accountColumns, insertUser, insertUserWithTwoFactor, PASSWORD } from '../testing/user-fixtures.ts';
import { SIGN_IN_REFUSED, WRONG_CODE, WRONG_RECOVERY_CODE } from './authentication.service.ts';

let auth: AuthTestContext;

beforeAll(async () => {
  auth = await startAuth();
});

afterAll(() => auth.close());

const post = (path: string, body: object, actor?: Actor) => callAuth(auth, path, body, actor);
const signIn = (body: LoginRequest) => post('/internal/sign-in', body);

const userWithTwoFactor = (username: string) => insertUserWithTwoFactor(auth.owner, { username });

const columnsOf = (id: number) => accountColumns(auth.owner, id);

describe('sign-in with a password', () => {
  it('sign-in is available to the gateway only', async () => {
    const body = { username: 'someone', password: PASSWORD };
    expect((await request(auth.server).post('/internal/sign-in').send(body)).status).toBe(401);
    const admin = {
      userId: 1,
      username: 'admin',
      role: 'Admin' as const,
      requestId: 'test-request',
      address: null,
    };
    expect((await post('/internal/sign-in', body, admin)).status).toBe(403);
  });

  it('sign-in without two-factor authentication requires its setup and returns the time of the last sign-in', async () => {
    await insertUser(auth.owner, { username: 'new.user', last_login: '2026-11-02T08:00:00Z' });
    const { status, body } = await signIn({ username: ' New.User ', password: PASSWORD });
    expect(status).toBe(200);
    expect(body as SignInState).toMatchObject({
      outcome: 'two_factor_setup_required',
      user: {
        username: 'new.user',
        role: 'User',
        lastLogin: '2026-11-02T08:00:00.000Z',
        twoFactorEnabled: false,
      },
      sessionVersion: 1,
    });
    expect(JSON.stringify(body)).not.toContain('$2b$');
  });

  it('a sign-in after a forced password reset requires a password change before two-factor setup', async () => {
    await insertUser(auth.owner, { username: 'reset.user', force_password_reset: true });
    const { body } = await signIn({ username: 'reset.user', password: PASSWORD });
    expect((body as SignInState).outcome).toBe('password_change_required');
  });

  it('sign-in gives the same response for an unknown user, wrong password, locked and inactive account [security 2.8]', async () => {
    await insertUser(auth.owner, { username: 'known' });
    await insertUser(auth.owner, { username: 'locked', locked_until: '2099-01-01T00:00:00Z' });
    await insertUser(auth.owner, { username: 'inactive', is_active: false });
    const answers = await Promise.all([
      signIn({ username: 'no such user', password: PASSWORD }),
      signIn({ username: 'known', password: 'not the password' }),
      signIn({ username: 'locked', password: PASSWORD }),
      signIn({ username: 'inactive', password: PASSWORD }),
      signIn({ username: 'known\u0000', password: PASSWORD }),
    ]);
    for (const { status, text, headers } of answers) {
      expect(status).toBe(401);
      expect(text).toBe(SIGN_IN_REFUSED);
      expect(headers['x-error-code']).toBe('unauthenticated');
    }
  });

  it('sign-in distinguishes passwords that differ only after 72 bytes [security 2.9]', async () => {
    const start = 'x'.repeat(80);
    await insertUser(auth.owner, { username: 'long', password: `${start}a` });
    expect((await signIn({ username: 'long', password: `${start}b` })).status).toBe(401);
    expect((await signIn({ username: 'long', password: `${start}a` })).status).toBe(200);
  });
});

describe('lockout', () => {
  it('20 concurrent wrong passwords are counted and lock the account at the third [spec 9.6] [security 2.6]', async () => {
    const id = await insertUser(auth.owner, { username: 'swept' });
    await Promise.all(Array.from({ length: 20 }, () => signIn({ username: 'swept', password: 'wrong every time' })));
    const locked = await columnsOf(id);
    expect(locked?.failed_login_attempts).toBe(3);
    const minutes = ((locked?.locked_until?.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
    expect((await signIn({ username: 'swept', password: PASSWORD })).status).toBe(401);
  });

  it('an account lock applies to sign-in attempts that were queued before it [security 2.7]', async () => {
    await userWithTwoFactor('queued');
    const line = holdPasswordChecks(auth);
    const wrong = Array.from({ length: 6 }, (_, index) => signIn({ username: 'queued', password: `guess ${index}` }));
    await line.untilWaiting(6);
    const right = ['', '000000'].map((twoFactorCode) =>
      signIn({ username: 'queued', password: PASSWORD, twoFactorCode }),
    );
    await line.untilWaiting(8);
    line.release(6);
    await Promise.all(wrong);
    line.release(2);
    line.end();
    for (const answer of await Promise.all(right)) {
      expect([answer.status, answer.text]).toEqual([401, SIGN_IN_REFUSED]);
    }
  });

  it('an account lock is not extended by attempts during the lock [security 2.7]', async () => {
    const until = new Date(Date.now() + 60_000);
    const id = await insertUser(auth.owner, {
      username: 'knocking',
      failed_login_attempts: 3,
      locked_until: until,
    });
    await signIn({ username: 'knocking', password: 'wrong' });
    expect((await columnsOf(id))?.locked_until).toEqual(until);
    expect((await columnsOf(id))?.failed_login_attempts).toBe(3);
  });

  it('an account lock expires and then allows three attempts again [spec 9.6]', async () => {
    const id = await insertUser(auth.owner, {
      username: 'patient',
      failed_login_attempts: 3,
      locked_until: new Date(Date.now() - 1_000),
    });
    await signIn({ username: 'patient', password: 'wrong' });
    expect(await columnsOf(id)).toMatchObject({ failed_login_attempts: 1, locked_until: null });
    expect((await signIn({ username: 'patient', password: PASSWORD })).status).toBe(200);
    expect(await columnsOf(id)).toMatchObject({ failed_login_attempts: 0, locked_until: null });
  });
});

describe('sign-in with a code', () => {
  it('sign-in asks for the two-factor code and counts this as neither failure nor success', async () => {
    const { id } = await userWithTwoFactor('half.way');
    await signIn({ username: 'half.way', password: 'wrong' });
    const { body } = await signIn({ username: 'half.way', password: PASSWORD });
    expect((body as SignInState).outcome).toBe('two_factor_required');
    expect(await columnsOf(id)).toMatchObject({ failed_login_attempts: 1, last_login: null });
  });

  it('sign-in treats a null two-factor code as no code', async () => {
    await userWithTwoFactor('no.code');
    const body = { username: 'no.code', password: PASSWORD, twoFactorCode: null };
    const answer = await post('/internal/sign-in', body);
    expect(answer.body).toMatchObject({ outcome: 'two_factor_required' });
  });

  it('sign-in accepts a two-factor code once when it arrives 20 times concurrently [security 2.1]', async () => {
    const { code } = await userWithTwoFactor('replayed');
    const twoFactorCode = await code();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signIn({ username: 'replayed', password: PASSWORD, twoFactorCode })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  it('sign-in accepts the code of the previous time step but no older or future code [security 2.2] [fault 6.1]', async () => {
    const { code } = await userWithTwoFactor('late');
    const tryCode = async (offset: number) =>
      signIn({ username: 'late', password: PASSWORD, twoFactorCode: await code(offset) });
    expect(await tryCode(-2)).toMatchObject({ status: 401, text: WRONG_CODE });
    expect((await tryCode(1)).status).toBe(401);
    expect((await tryCode(-1)).status).toBe(200);
    expect((await tryCode(0)).status).toBe(200);
    expect((await tryCode(-1)).status).toBe(401);
  });

  it('the third wrong two-factor code locks the account', async () => {
    const { id } = await userWithTwoFactor('guessed');
    for (const twoFactorCode of ['000000', '111111', '222222']) {
      await signIn({ username: 'guessed', password: PASSWORD, twoFactorCode });
    }
    expect((await columnsOf(id))?.locked_until).not.toBeNull();
  });

  it('sign-in fails with a two-factor secret that was copied from another user [security 2.3]', async () => {
    const { id: from, code } = await userWithTwoFactor('victim.of.swap');
    const { id: to } = await userWithTwoFactor('attacker.of.swap');
    await auth.owner.query(
      'UPDATE auth.users SET two_factor_secret = (SELECT two_factor_secret FROM auth.users WHERE id = $1) WHERE id = $2',
      [from, to],
    );
    const answer = await signIn({
      username: 'attacker.of.swap',
      password: PASSWORD,
      twoFactorCode: await code(),
    });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('two-factor');
  });
});

describe('two-factor setup', () => {
  it('two-factor setup keeps one secret until a code verifies, returns ten recovery codes and then refuses another setup', async () => {
    const id = await insertUser(auth.owner, { username: 'setting.up' });
    const [first, second] = await Promise.all([
      post('/internal/setup-two-factor', { userId: id }),
      post('/internal/setup-two-factor', { userId: id }),
    ]);
    const pending = first.body as { secret: string; qrCodeUrl: string };
    expect((second.body as { secret: string }).secret).toBe(pending.secret);
    expect(pending.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(pending.qrCodeUrl).toMatch(/^data:image\/png;base64,/);
    expect((await columnsOf(id))?.two_factor_secret).not.toContain(pending.secret);

    const wrong = await post('/internal/verify-two-factor-setup', { userId: id, twoFactorCode: '000000' });
    expect(wrong.status).toBe(422);

    const twoFactorCode = await generate({
      secret: pending.secret,
      epoch: Math.floor(auth.clock.now().getTime() / 1_000),
    });
    const verified = await post('/internal/verify-two-factor-setup', { userId: id, twoFactorCode });
    const { recoveryCodes, ...state } = verified.body as SignInState & { recoveryCodes: string[] };
    expect(state).toMatchObject({ outcome: 'complete', sessionVersion: 2, user: { twoFactorEnabled: true } });
    expect(new Set(recoveryCodes).size).toBe(10);

    expect((await post('/internal/setup-two-factor', { userId: id })).status).toBe(409);
    expect((await post('/internal/verify-two-factor-setup', { userId: id, twoFactorCode })).status).toBe(409);
    const replay = await signIn({ username: 'setting.up', password: PASSWORD, twoFactorCode });
    expect(replay.status).toBe(401);

    const recovery = {
      username: 'setting.up',
      password: PASSWORD,
      twoFactorCode: recoveryCodes[3]?.toLowerCase(),
    };
    const used = await Promise.all([signIn(recovery), signIn(recovery), signIn(recovery)]);
    expect(used.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await signIn(recovery)).text).toBe(WRONG_RECOVERY_CODE);
  });

  it('two-factor setup is refused until the password is changed', async () => {
    const id = await insertUser(auth.owner, { username: 'not.yet', force_password_reset: true });
    expect((await post('/internal/setup-two-factor', { userId: id })).status).toBe(403);
  });
});
