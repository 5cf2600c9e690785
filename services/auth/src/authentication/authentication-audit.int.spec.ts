import {
  type AuthTestContext,
  callAuth,
  GATEWAY,
  recordedActions,
  recordedEvents,
  startAuth,
} from '../testing/auth-test-context.ts';
import { accountColumns, insertUser, insertUserWithTwoFactor, PASSWORD } from '../testing/user-fixtures.ts';
import { newRecoveryCode } from '../two-factor/two-factor.service.ts';

let auth: AuthTestContext;

beforeAll(async () => {
  auth = await startAuth();
});

afterAll(() => auth.close());

const signIn = (username: string, password: string, twoFactorCode?: string) =>
  callAuth(auth, '/internal/sign-in', { username, password, twoFactorCode });

describe('audit events of sign-ins', () => {
  it('a sign-in is audited with user, factor, step and address [security 5.11]', async () => {
    const id = await insertUser(auth.owner, { username: 'fresh', role: 'Admin' });
    await signIn('fresh', PASSWORD);
    expect(await recordedEvents(auth.owner, id)).toEqual([
      {
        action: 'session.signed_in',
        actor_id: id,
        actor_name: 'fresh',
        actor_role: 'Admin',
        address: GATEWAY.address,
        request_id: GATEWAY.requestId,
        subject_id: String(id),
        subject_label: 'fresh',
        detail: { factor: 'password', step: 'two_factor_setup_required' },
      },
    ]);
  });

  it('audit events distinguish authenticator and recovery codes, and an incomplete sign-in is not recorded', async () => {
    const { id, username, code } = await insertUserWithTwoFactor(auth.owner, { username: 'both.ways' });
    await signIn(username, PASSWORD);
    await signIn(username, PASSWORD, await code());
    await signIn(username, PASSWORD, newRecoveryCode());
    expect(await recordedEvents(auth.owner, id)).toMatchObject([
      { action: 'session.signed_in', detail: { factor: 'totp', step: 'complete' } },
      { action: 'session.sign_in_failed', detail: { factor: 'recovery_code', reason: 'wrong_code' } },
    ]);
  });

  it('the audit log records the reason of a refused sign-in that the response does not reveal', async () => {
    const locked = await insertUser(auth.owner, { username: 'shut', locked_until: '2099-01-01T00:00:00Z' });
    const inactive = await insertUser(auth.owner, { username: 'gone', is_active: false });
    await signIn('shut', PASSWORD);
    await signIn('shut', 'not the password');
    await signIn('gone', PASSWORD);
    const reasons = async (id: number) => (await recordedEvents(auth.owner, id)).map(({ detail }) => detail['reason']);
    expect(await reasons(locked)).toEqual(['locked', 'wrong_password']);
    expect(await reasons(inactive)).toEqual(['inactive']);
  });

  it('the audit log records a lock once, after the failure that caused it', async () => {
    const { id, username } = await insertUserWithTwoFactor(auth.owner, { username: 'three.times' });
    await signIn(username, 'wrong');
    await signIn(username, PASSWORD, '000000');
    await Promise.all([signIn(username, 'wrong'), signIn(username, 'wrong'), signIn(username, 'wrong')]);
    const actions = await recordedActions(auth.owner, id);
    expect(actions.filter((action) => action === 'session.sign_in_failed')).toHaveLength(5);
    expect(actions.indexOf('user.locked')).toBe(3);
    expect(actions.lastIndexOf('user.locked')).toBe(3);
    const until = (await accountColumns(auth.owner, id))?.locked_until?.toISOString();
    const events = await recordedEvents(auth.owner, id);
    expect(events.find(({ action }) => action === 'user.locked')?.detail).toEqual({ until });
  });

  it('the audit log stores no unknown username because it may be a password', async () => {
    await signIn('my secret passphrase', 'admin');
    await signIn('nul\u0000in it', 'admin');
    const events = await recordedEvents(auth.owner, null);
    expect(events).toHaveLength(2);
    expect(events[0]).toEqual({
      action: 'session.sign_in_failed',
      actor_id: null,
      actor_name: 'unknown',
      actor_role: 'Nobody', // cspell:disable-line
      address: GATEWAY.address,
      request_id: GATEWAY.requestId,
      subject_id: null,
      subject_label: null,
      detail: { factor: 'password', reason: 'unknown_user' },
    });
    const { rows } = await auth.owner.query("SELECT 1 FROM auth.audit_events e WHERE e::text ~ 'secret pass'");
    expect(rows).toEqual([]);
  });

  it('a sign-in that cannot be recorded is refused', async () => {
    const id = await insertUser(auth.owner, { username: 'unwritten' });
    await auth.owner.query('ALTER TABLE auth.audit_events ADD CONSTRAINT no_more CHECK (false) NOT VALID');
    try {
      expect((await signIn('unwritten', PASSWORD)).status).toBe(500);
      expect((await accountColumns(auth.owner, id))?.last_login).toBeNull();
    } finally {
      await auth.owner.query('ALTER TABLE auth.audit_events DROP CONSTRAINT no_more');
    }
  });
});

describe('failures since the last sign-in', () => {
  it('failed sign-ins are shown at the next sign-in, including failures during a lock, and then reset [security 2.13]', async () => {
    const id = await insertUser(auth.owner, { username: 'attacked', last_login: '2026-11-02T08:00:00Z' });
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn('attacked', 'wrong');
    expect(await accountColumns(auth.owner, id)).toMatchObject({
      failed_login_attempts: 3,
      failures_since_login: 5,
    });
    await auth.owner.query("UPDATE auth.users SET locked_until = now() - interval '1 s' WHERE id = $1", [id]);
    const lastFailure = (await accountColumns(auth.owner, id))?.last_failed_login;
    const { body } = await signIn('attacked', PASSWORD);
    expect(body).toMatchObject({
      user: {
        lastLogin: '2026-11-02T08:00:00.000Z',
        failedSinceLastLogin: 5,
        lastFailedLogin: lastFailure?.toISOString(),
      },
    });
    expect((await signIn('attacked', PASSWORD)).body).toMatchObject({
      user: { failedSinceLastLogin: 0, lastFailedLogin: null },
    });
  });

  it('failures since the last sign-in count attempts during a lock but not incomplete sign-ins', async () => {
    const { id, username } = await insertUserWithTwoFactor(auth.owner, { username: 'counted' });
    await signIn(username, PASSWORD);
    expect((await accountColumns(auth.owner, id))?.failures_since_login).toBe(0);
    await auth.owner.query("UPDATE auth.users SET locked_until = now() + interval '1 h' WHERE id = $1", [id]);
    await signIn(username, PASSWORD);
    expect(await accountColumns(auth.owner, id)).toMatchObject({
      failures_since_login: 1,
      failed_login_attempts: 0,
    });
  });
});
