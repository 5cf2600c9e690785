import {
  type AuthTestContext,
  callAuth,
  GATEWAY,
  holdPasswordChecks,
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
const signIn = (body: object) => post('/internal/sign-in', body);

describe('password change', () => {
  it('a password change requires the current password, ends other sessions and clears the forced reset', async () => {
    const userId = await insertUser(auth.owner, { username: 'changing', force_password_reset: true });
    const command = { userId, currentPassword: PASSWORD, newPassword: 'another horse battery' };
    const { status, body } = await post('/internal/change-password', command);
    expect(status).toBe(200);
    expect(body).toMatchObject({ outcome: 'two_factor_setup_required', sessionVersion: 2 });
    expect((await signIn({ username: 'changing', password: PASSWORD })).status).toBe(401);
    expect((await signIn({ username: 'changing', password: command.newPassword })).status).toBe(200);
  });

  it('a password change rejects the current password, a common one and a short one with a clear message', async () => {
    const userId = await insertUser(auth.owner, { username: 'choosing' });
    const change = async (newPassword: string) =>
      (await post('/internal/change-password', { userId, currentPassword: PASSWORD, newPassword })).text;
    expect(await change(PASSWORD)).toContain('must differ');
    expect(await change('password1')).toContain('too common');
    expect(await change('short')).toBe('Password must be at least 8 characters');
  });

  it('an account lock applies to password changes that were queued before it', async () => {
    const userId = await insertUser(auth.owner, { username: 'guessing.in.line' });
    const line = holdPasswordChecks(auth);
    const change = (currentPassword: string) =>
      post('/internal/change-password', { userId, currentPassword, newPassword: 'password1' });
    const wrong = Array.from({ length: 6 }, (_, index) => change(`guess ${index}`));
    await line.untilWaiting(6);
    const last = change(PASSWORD);
    await line.untilWaiting(7);
    line.release(6);
    const refused = await Promise.all(wrong);
    line.release(1);
    line.end();
    const right = await last;
    expect([right.status, right.text]).toEqual([422, refused[0]?.text]);
  });

  it('a password change counts wrong current passwords and locks the account at the third', async () => {
    const userId = await insertUser(auth.owner, { username: 'guessing' });
    const newPassword = 'another horse battery';
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { status } = await post('/internal/change-password', {
        userId,
        currentPassword: 'wrong',
        newPassword,
      });
      expect(status).toBe(422);
    }
    const right = await post('/internal/change-password', { userId, currentPassword: PASSWORD, newPassword });
    expect(right.status).toBe(422);
    expect((await accountColumns(auth.owner, userId))?.failed_login_attempts).toBe(3);
  });
});

describe('audit events of passwords', () => {
  it('password changes and failures are audited without passwords', async () => {
    const userId = await insertUser(auth.owner, { username: 'written.down', force_password_reset: true });
    const newPassword = 'another horse battery';
    await post('/internal/change-password', { userId, currentPassword: 'my old guess', newPassword });
    await post('/internal/change-password', { userId, currentPassword: PASSWORD, newPassword: 'password1' });
    await post('/internal/change-password', { userId, currentPassword: PASSWORD, newPassword });
    const events = await recordedEvents(auth.owner, userId);
    const itself = { actor_id: userId, actor_name: 'written.down', address: GATEWAY.address };
    expect(events).toMatchObject([
      {
        ...itself,
        action: 'password.change_failed',
        detail: { factor: 'password', reason: 'wrong_password' },
      },
      { ...itself, action: 'password.changed', detail: { wasDemanded: true } },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/my old guess|horse battery/);
  });

  it('an attempt to change the password with the right current one is audited while the account is locked', async () => {
    const userId = await insertUser(auth.owner, {
      username: 'shut.in',
      locked_until: '2099-01-01T00:00:00Z',
    });
    const command = { userId, currentPassword: PASSWORD, newPassword: 'another horse battery' };
    expect((await post('/internal/change-password', command)).status).toBe(422);
    expect(await recordedEvents(auth.owner, userId)).toMatchObject([
      { action: 'password.change_failed', detail: { reason: 'locked' } },
    ]);
  });
});
