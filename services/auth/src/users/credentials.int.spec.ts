import type { SignInState } from '@clearwatch/contracts/sign-in.dto';
import type { TwoFactorReset } from '@clearwatch/contracts/users.dto';
import { generate } from 'otplib';
import { WRONG_ACTIVATION_CODE } from '../authentication/authentication.service.ts';
import {
  type AsStaff,
  type AuthTestContext,
  asStaff,
  callAuth,
  recordedActions,
  recordedEvents,
  startAuth,
} from '../testing/auth-test-context.ts';
import { accountColumns, insertUser, insertUserWithTwoFactor, PASSWORD } from '../testing/user-fixtures.ts';

const NEW_PASSWORD = 'another horse battery';
const LOCKED = { failed_login_attempts: 3, locked_until: '2099-01-01T00:00:00Z' };

let auth: AuthTestContext;
let admin: AsStaff;

beforeAll(async () => {
  auth = await startAuth();
  const id = await insertUser(auth.owner, { username: 'the.admin', role: 'Admin' });
  admin = asStaff(auth, { id, username: 'the.admin' });
});

afterAll(() => auth.close());

const signIn = (body: object) => callAuth(auth, '/internal/sign-in', body);

describe('password reset by an admin', () => {
  const reset = (id: number, body: object = { newPassword: NEW_PASSWORD }) =>
    admin.post(`/api/users/${id}/reset-password`, body);

  it('a password reset by an admin replaces the password, removes a lock and ends sessions', async () => {
    const id = await insertUser(auth.owner, { username: 'forgetful', ...LOCKED });
    const { status, body } = await reset(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, failedLoginAttempts: 0, lockedUntil: null, forcePasswordReset: true });
    expect((await accountColumns(auth.owner, id))?.session_version).toBe(2);
    expect((await signIn({ username: 'forgetful', password: PASSWORD })).status).toBe(401);
    expect((await signIn({ username: 'forgetful', password: NEW_PASSWORD })).status).toBe(200);
    const [event] = await recordedEvents(auth.owner, id);
    expect(event).toMatchObject({
      action: 'password.reset',
      actor_name: 'the.admin',
      detail: { forceReset: true, wasLockedUntil: '2099-01-01T00:00:00.000Z' },
    });
    expect(JSON.stringify(event)).not.toContain(NEW_PASSWORD);
  });

  it('a password reset by an admin forces a password change at the next sign-in unless the admin declines [spec 5.6]', async () => {
    const id = await insertUser(auth.owner, { username: 'to.choose' });
    const { body } = await reset(id, { newPassword: NEW_PASSWORD });
    expect(body).toMatchObject({ forcePasswordReset: true });
    const answer = await signIn({ username: 'to.choose', password: NEW_PASSWORD });
    expect((answer.body as SignInState).outcome).toBe('password_change_required');
  });

  it('a password reset without a forced change is recorded as such and told to the user [finding E 4]', async () => {
    const id = await insertUser(auth.owner, { username: 'told.of.reset' });
    const { body } = await reset(id, { newPassword: NEW_PASSWORD, forceReset: false });
    expect(body).toMatchObject({ forcePasswordReset: false });
    expect(await recordedEvents(auth.owner, id)).toMatchObject([
      { action: 'password.reset', detail: { forceReset: false } },
    ]);
    const { user } = (await signIn({ username: 'told.of.reset', password: NEW_PASSWORD })).body as SignInState;
    expect(user.accountChanges).toMatchObject([{ kind: 'password_reset_kept', by: 'the.admin' }]);
  });

  it('a password reset by an admin keeps two-factor authentication enabled [security 2.12]', async () => {
    const { id, username, code } = await insertUserWithTwoFactor(auth.owner, { username: 'with.phone' });
    const before = await accountColumns(auth.owner, id);
    const { body } = await reset(id, { newPassword: NEW_PASSWORD, forceReset: false });
    expect(body).toMatchObject({ twoFactorEnabled: true });
    const after = await accountColumns(auth.owner, id);
    expect(after?.two_factor_secret).toBe(before?.two_factor_secret);
    const half = await signIn({ username, password: NEW_PASSWORD });
    expect((half.body as SignInState).outcome).toBe('two_factor_required');
    const whole = await signIn({ username, password: NEW_PASSWORD, twoFactorCode: await code() });
    expect((whole.body as SignInState).outcome).toBe('complete');
  });

  it('a password reset discards an unfinished two-factor setup because its secret was shown under the old password', async () => {
    const id = await insertUser(auth.owner, { username: 'half.set.up' });
    const begin = () => callAuth(auth, '/internal/setup-two-factor', { userId: id });
    const before = (await begin()).body as { secret: string };
    await reset(id);
    expect((await accountColumns(auth.owner, id))?.two_factor_secret).toBeNull();
    expect(((await begin()).body as { secret: string }).secret).not.toBe(before.secret);
  });

  it.each([
    ['a short one', { newPassword: 'short' }, 400, 'Password must be at least 8 characters'],
    ['a common one', { newPassword: 'password1' }, 422, 'too common'],
    ['the user’s name', { newPassword: 'Weakly.Chosen1' }, 422, 'username'],
    ['none', {}, 400, 'Password must be at least 8 characters'],
  ])(
    'a password reset by an admin rejects a new password with a clear message: %s',
    async (_what, body, status, sentence) => {
      const { rows } = await auth.owner.query<{ id: number }>(
        "SELECT id FROM auth.users WHERE username = 'weakly.chosen'",
      );
      const id = rows[0]?.id ?? (await insertUser(auth.owner, { username: 'weakly.chosen' }));
      const answer = await reset(id, body);
      expect(answer.status).toBe(status);
      expect(answer.text).toContain(sentence);
      expect((await accountColumns(auth.owner, id))?.session_version).toBe(1);
    },
  );
});

describe('unlocking a user', () => {
  it('unlocking a user removes the lock, resets the counter and keeps sessions', async () => {
    const id = await insertUser(auth.owner, { username: 'locked.out', ...LOCKED });
    const { status, body } = await admin.post(`/api/users/${id}/unlock`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ failedLoginAttempts: 0, lockedUntil: null });
    expect((await signIn({ username: 'locked.out', password: PASSWORD })).status).toBe(200);
    expect(await accountColumns(auth.owner, id)).toMatchObject({ session_version: 1 });
    expect(await recordedEvents(auth.owner, id)).toMatchObject([
      {
        action: 'user.unlocked',
        detail: { wasLockedUntil: '2099-01-01T00:00:00.000Z', failedLoginAttempts: 3 },
      },
      { action: 'session.signed_in' },
    ]);
  });

  it('unlocking a user who is not locked succeeds and records nothing', async () => {
    const id = await insertUser(auth.owner, { username: 'open.door' });
    expect((await admin.post(`/api/users/${id}/unlock`)).status).toBe(200);
    expect(await recordedActions(auth.owner, id)).toEqual([]);
  });

  it('unlocking a user clears failures that have not caused a lock', async () => {
    const id = await insertUser(auth.owner, { username: 'two.failures', failed_login_attempts: 2 });
    const { body } = await admin.post(`/api/users/${id}/unlock`);
    expect(body).toMatchObject({ failedLoginAttempts: 0 });
    expect(await recordedActions(auth.owner, id)).toEqual(['user.unlocked']);
  });
});

describe('two-factor reset by an admin', () => {
  it('a two-factor reset removes secret and recovery codes, ends sessions and requires a new setup [security 2.12]', async () => {
    const { id, username } = await insertUserWithTwoFactor(auth.owner, { username: 'new.phone' });
    await auth.owner.query("INSERT INTO auth.recovery_codes (user_id, code_hash) VALUES ($1, 'hash')", [id]);
    const { status, body } = await admin.post(`/api/users/${id}/reset-two-factor`);
    expect([status, body]).toMatchObject([200, { twoFactorEnabled: false, forcePasswordReset: true }]);
    const columns = await accountColumns(auth.owner, id);
    expect(columns).toMatchObject({ two_factor_secret: null, session_version: 2 });
    const { rows } = await auth.owner.query('SELECT 1 FROM auth.recovery_codes WHERE user_id = $1', [id]);
    expect(rows).toEqual([]);
    const { activationCode: twoFactorCode } = body as TwoFactorReset;
    const answer = await signIn({ username, password: PASSWORD, twoFactorCode });
    expect((answer.body as SignInState).outcome).toBe('password_change_required');
    const events = await recordedEvents(auth.owner, id);
    expect(events).toMatchObject([
      { action: 'two_factor.reset', detail: { wasEnabled: true, forceReset: true } },
      { action: 'session.signed_in', detail: { factor: 'activation_code', step: 'password_change_required' } },
    ]);
    expect(JSON.stringify(events)).not.toContain(twoFactorCode);
  });

  it('after a two-factor reset the password alone starts no sign-in, and wrong activation codes lock the account [finding E 4]', async () => {
    const { id, username } = await insertUserWithTwoFactor(auth.owner, { username: 'activated' });
    const { activationCode } = (await admin.post(`/api/users/${id}/reset-two-factor`)).body as TwoFactorReset;
    const half = await signIn({ username, password: PASSWORD });
    expect((half.body as SignInState).outcome).toBe('activation_code_required');
    for (const twoFactorCode of ['000000', 'ABCDE-FGHJK', 'x']) {
      const wrong = await signIn({ username, password: PASSWORD, twoFactorCode });
      expect([wrong.status, wrong.text]).toEqual([401, WRONG_ACTIVATION_CODE]);
    }
    expect((await signIn({ username, password: PASSWORD, twoFactorCode: activationCode })).status).toBe(401);
    expect((await accountColumns(auth.owner, id))?.locked_until).not.toBeNull();
  });

  it('an activation code ends after seven days, with a new reset and with the new setup, and is stored as a hash', async () => {
    const { id, username } = await insertUserWithTwoFactor(auth.owner, { username: 'reset.again' });
    const reset = async () =>
      ((await admin.post(`/api/users/${id}/reset-two-factor`)).body as TwoFactorReset).activationCode;
    const enter = async (twoFactorCode: string | null) =>
      (await signIn({ username, password: PASSWORD, twoFactorCode })).status;
    const [first, second] = [await reset(), await reset()];
    expect([await enter(first), await enter(second)]).toEqual([401, 200]);
    const { rows } = await auth.owner.query('SELECT * FROM auth.users WHERE id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(second?.replace('-', ''));
    expect(JSON.stringify(rows)).not.toContain(second);
    await auth.owner.query(
      "UPDATE auth.users SET activation_code_expires = now() - interval '1 second' WHERE id = $1",
      [id],
    );
    expect(await enter(second)).toBe(401);
    const third = await reset();
    expect(await enter(third)).toBe(200);
    const passwords = { userId: id, currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    await callAuth(auth, '/internal/change-password', passwords);
    const { secret } = (await callAuth(auth, '/internal/setup-two-factor', { userId: id })).body as { secret: string };
    const twoFactorCode = await generate({ secret });
    await callAuth(auth, '/internal/verify-two-factor-setup', { userId: id, twoFactorCode });
    expect((await signIn({ username, password: NEW_PASSWORD, twoFactorCode: third })).status).toBe(401);
  });

  it('users are told at sign-in what others did to their account, but not what they did themselves [finding E 4]', async () => {
    const { id, username } = await insertUserWithTwoFactor(auth.owner, { username: 'told.all' });
    await admin.put(`/api/users/${id}`, { isActive: false });
    await admin.put(`/api/users/${id}`, { isActive: true, role: 'Admin' });
    const { activationCode: twoFactorCode } = (await admin.post(`/api/users/${id}/reset-two-factor`))
      .body as TwoFactorReset;
    const told = async (credentials: object) => {
      const { user } = (await signIn({ username, ...credentials })).body as SignInState;
      return user.accountChanges.map(({ kind, by }) => `${kind} by ${by}`);
    };
    const all = ['two_factor_reset', 'made_admin', 'activated', 'deactivated'].map((kind) => `${kind} by the.admin`);
    expect(await told({ password: PASSWORD, twoFactorCode })).toEqual(all);
    const passwords = { userId: id, currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    await callAuth(auth, '/internal/change-password', passwords);
    // An intruder's sign-in must not hide them from the user: they are shown for a week.
    expect(await told({ password: NEW_PASSWORD, twoFactorCode })).toEqual(all);
  });

  it('a change by others is shown until the next sign-in, however old it is, and otherwise for a week', async () => {
    const at = "now() - interval '20 days'";
    for (const [name, lastLogin] of [
      ['long.away', "now() - interval '30 days'"],
      ['often.here', "now() - interval '1 day'"],
    ]) {
      const id = await insertUser(auth.owner, { username: name ?? '' });
      await admin.put(`/api/users/${id}`, { role: 'Admin' });
      await auth.owner.query(
        `UPDATE auth.audit_events SET at = ${at} WHERE subject_type = 'user' AND subject_id = $1`,
        [String(id)],
      );
      await auth.owner.query(`UPDATE auth.users SET last_login = ${lastLogin} WHERE id = $1`, [id]);
      const { user } = (await signIn({ username: name, password: PASSWORD })).body as SignInState;
      expect([name, user.accountChanges.map(({ kind }) => kind)]).toEqual([
        name,
        name === 'long.away' ? ['made_admin'] : [],
      ]);
    }
  });

  it('a two-factor reset allows a new setup within the time step of the last code', async () => {
    const { id, username, code } = await insertUserWithTwoFactor(auth.owner, { username: 'new.app' });
    const before = await signIn({ username, password: PASSWORD, twoFactorCode: await code() });
    expect((before.body as SignInState).outcome).toBe('complete');
    await admin.post(`/api/users/${id}/reset-two-factor`);
    const passwords = { userId: id, currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    await callAuth(auth, '/internal/change-password', passwords);
    const pending = await callAuth(auth, '/internal/setup-two-factor', { userId: id });
    const twoFactorCode = await generate({ secret: (pending.body as { secret: string }).secret });
    const verified = await callAuth(auth, '/internal/verify-two-factor-setup', {
      userId: id,
      twoFactorCode,
    });
    expect(verified.status).toBe(200);
  });

  it('a two-factor reset removes the secret of an unfinished setup', async () => {
    const id = await insertUser(auth.owner, { username: 'begun' });
    await callAuth(auth, '/internal/setup-two-factor', { userId: id });
    await admin.post(`/api/users/${id}/reset-two-factor`);
    expect((await accountColumns(auth.owner, id))?.two_factor_secret).toBeNull();
    expect(await recordedEvents(auth.owner, id)).toMatchObject([{ detail: { wasEnabled: false } }]);
  });

  it('a two-factor reset changes and records nothing without two-factor authentication', async () => {
    const id = await insertUser(auth.owner, { username: 'without' });
    expect((await admin.post(`/api/users/${id}/reset-two-factor`)).status).toBe(200);
    expect(await recordedActions(auth.owner, id)).toEqual([]);
    expect((await accountColumns(auth.owner, id))?.session_version).toBe(1);
  });
});
