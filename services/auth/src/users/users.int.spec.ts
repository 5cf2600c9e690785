import type { StaffUser } from '@clearwatch/contracts/users.dto';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { lockSeals } from '../audit/audit-sealer.service.ts';
import {
  type AsStaff,
  type AuthTestContext,
  asStaff,
  callAuth,
  GATEWAY,
  recordedActions,
  recordedEvents,
  STAFF_ADDRESS,
  startAuth,
} from '../testing/auth-test-context.ts';
import { accountColumns, insertUser, PASSWORD } from '../testing/user-fixtures.ts';

let auth: AuthTestContext;
let admin: AsStaff;
let adminId: number;

beforeAll(async () => {
  auth = await startAuth();
  adminId = await insertUser(auth.owner, { username: 'the.admin', role: 'Admin' });
  admin = asStaff(auth, { id: adminId, username: 'the.admin' });
});

afterAll(() => auth.close());

const create = (body: object) => admin.post('/api/users', { password: PASSWORD, confirmPassword: PASSWORD, ...body });

describe('access to user management', () => {
  it('user management is for admins only and does not reveal whether a user exists [spec 6.2]', async () => {
    expect((await request(auth.server).get('/api/users')).status).toBe(401);
    const user = asStaff(auth, { id: 99, username: 'a.user', role: 'User' });
    expect((await user.get('/api/users')).status).toBe(403);
    expect((await user.delete(`/api/users/${adminId}`)).status).toBe(403);
    expect((await callAuth(auth, '/api/users', {}, GATEWAY)).status).toBe(403);
  });

  it('user management is denied to an admin who was just deactivated', async () => {
    const id = await insertUser(auth.owner, { username: 'was.admin', role: 'Admin', is_active: false });
    const target = await insertUser(auth.owner, { username: 'a.target' });
    const answer = await asStaff(auth, { id, username: 'was.admin' }).delete(`/api/users/${target}`);
    expect([answer.status, answer.text]).toEqual([403, 'You are no longer an active admin.']);
    expect(await accountColumns(auth.owner, target)).toBeDefined();
  });
});

describe('actions on users', () => {
  it('adding a user does not wait while a month of the audit log is sealed or expires', async () => {
    const database = auth.app.get(DataSource);
    const { status } = await database.transaction(async (manager) => {
      await lockSeals(manager);
      return create({ username: 'a.month.later' });
    });
    expect(status).toBe(201);
  });
});

describe('list of users', () => {
  it('the list of users is sorted by name, has a total and contains no secret', async () => {
    await insertUser(auth.owner, {
      username: 'Aaron.secretive',
      two_factor_secret: 'sealed',
      password_reset_token: 'token',
    });
    const { status, body, headers, text } = await admin.get('/api/users');
    const users = body as StaffUser[];
    expect(status).toBe(200);
    expect(headers['x-total-count']).toBe(String(users.length));
    const names = users.map(({ username }) => username.toLowerCase());
    expect(names).toEqual(names.toSorted());
    expect(Object.keys(users[0] ?? {}).toSorted()).toEqual([
      'createdAt',
      'failedLoginAttempts',
      'forcePasswordReset',
      'id',
      'isActive',
      'lastFailedLogin',
      'lastLogin',
      'lockedUntil',
      'role',
      'twoFactorEnabled',
      'updatedAt',
      'username',
    ]);
    expect(text).not.toMatch(/\$2b\$|sealed|token/);
  });

  it('the list of users is paged and rejects an impossible page', async () => {
    const { body, headers } = await admin.get('/api/users?page=2&pageSize=1');
    expect(body).toHaveLength(1);
    expect(Number(headers['x-total-count'])).toBeGreaterThan(1);
    for (const query of ['page=0', 'pageSize=501', 'page=x', 'pageSize[]=1', 'sort=password']) {
      expect((await admin.get(`/api/users?${query}`)).status).toBe(400);
    }
  });

  it('the list of users shows a lock while it lasts and no failures from before it [spec 4.4]', async () => {
    const lock = { failed_login_attempts: 3 };
    await insertUser(auth.owner, { username: 'zz.locked', locked_until: '2099-01-01T00:00:00Z', ...lock });
    await insertUser(auth.owner, {
      username: 'zz.was.locked',
      locked_until: '2020-01-01T00:00:00Z',
      ...lock,
    });
    const users = (await admin.get('/api/users')).body as StaffUser[];
    const shown = (name: string) => users.find(({ username }) => username === name);
    expect(shown('zz.locked')).toMatchObject({
      failedLoginAttempts: 3,
      lockedUntil: '2099-01-01T00:00:00.000Z',
    });
    expect(shown('zz.was.locked')).toMatchObject({ failedLoginAttempts: 0, lockedUntil: null });
  });
});

describe('adding a user', () => {
  it('adding a user creates an active user who can sign in and must set up two-factor [spec 1.1, 5.7, 6.1]', async () => {
    const { status, body } = await create({ username: '  new.colleague ' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      username: 'new.colleague',
      role: 'User',
      isActive: true,
      twoFactorEnabled: false,
      failedLoginAttempts: 0,
      lockedUntil: null,
      forcePasswordReset: false,
      lastLogin: null,
    });
    const signIn = { username: 'new.colleague', password: PASSWORD };
    expect((await callAuth(auth, '/internal/sign-in', signIn)).body).toMatchObject({
      outcome: 'two_factor_setup_required',
    });
  });

  it('a new user can have a role, state and forced password change, and the actor and address are recorded', async () => {
    const { body } = await create({ username: 'made', role: 'Admin', isActive: false, forceReset: true });
    const { id, ...made } = body as StaffUser;
    expect(made).toMatchObject({ role: 'Admin', isActive: false, forcePasswordReset: true });
    expect(await recordedEvents(auth.owner, id)).toEqual([
      {
        action: 'user.created',
        actor_id: adminId,
        actor_name: 'the.admin',
        actor_role: 'Admin',
        address: STAFF_ADDRESS,
        request_id: 'staff-request',
        subject_id: String(id),
        subject_label: 'made',
        detail: { role: 'Admin', isActive: false, forceReset: true },
      },
    ]);
  });

  it('adding a user with a taken name in any letter case is rejected, even for concurrent requests', async () => {
    const answers = await Promise.all(['twin', 'TWIN', ' Twin '].map((username) => create({ username })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    const again = await create({ username: 'tWin' });
    expect([again.status, again.text]).toEqual([409, 'A user named tWin already exists.']);
  });

  it.each([
    ['a missing name', { username: '' }, 400, 'Username is required'],
    ['a blank name', { username: '   ' }, 400, 'Username is required'],
    ['a name too long', { username: 'x'.repeat(101) }, 400, 'at most 100 characters'],
    ['a NUL in the name', { username: 'nul\u0000' }, 400, 'control or invisible'],
    ['passwords that differ', { confirmPassword: 'another horse' }, 400, "Passwords don't match"],
    ['a short password', { password: 'short', confirmPassword: 'short' }, 400, 'at least 8 characters'],
    ['a common password', { password: 'password1', confirmPassword: 'password1' }, 422, 'too common'],
    ['a role that is none', { role: 'Owner' }, 400, 'Role must be one of User, Admin.'],
    ['a field that admins cannot set', { twoFactorEnabled: true }, 400, 'Unknown field "twoFactorEnabled".'],
    ['a name that is no text', { username: ['list'] }, 400, 'Username must be a single value, not a list.'],
  ])('adding a user with %s is rejected with a clear message', async (_what, body, status, sentence) => {
    const answer = await create({ username: 'refused.user', ...body });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(sentence);
  });
});

describe('changing a user', () => {
  it('a user is deactivated and activated, which ends sessions, blocks sign-in and is recorded', async () => {
    const id = await insertUser(auth.owner, { username: 'leaving' });
    const off = await admin.put(`/api/users/${id}`, { isActive: false });
    expect(off.body).toMatchObject({ id, isActive: false });
    expect(await accountColumns(auth.owner, id)).toMatchObject({ is_active: false, session_version: 2 });
    const signIn = () => callAuth(auth, '/internal/sign-in', { username: 'leaving', password: PASSWORD });
    expect((await signIn()).status).toBe(401);
    await admin.put(`/api/users/${id}`, { isActive: true });
    expect((await signIn()).status).toBe(200);
    expect(await recordedActions(auth.owner, id)).toEqual([
      'user.deactivated',
      'session.sign_in_failed',
      'user.activated',
      'session.signed_in',
    ]);
  });

  it('a role change of a user is recorded with the old and the new role', async () => {
    const id = await insertUser(auth.owner, { username: 'rising' });
    const { body } = await admin.put(`/api/users/${id}`, { role: 'Admin', isActive: true });
    expect(body).toMatchObject({ role: 'Admin' });
    expect(await recordedEvents(auth.owner, id)).toMatchObject([
      { action: 'user.role_changed', detail: { from: 'User', to: 'Admin' } },
    ]);
    expect((await accountColumns(auth.owner, id))?.session_version).toBe(2);
  });

  it('an update without changes keeps the user’s sessions and records nothing', async () => {
    const id = await insertUser(auth.owner, { username: 'staying' });
    const answer = await admin.put(`/api/users/${id}`, { isActive: true, role: 'User' });
    expect([answer.status, answer.body]).toMatchObject([200, { id, isActive: true }]);
    expect(await recordedActions(auth.owner, id)).toEqual([]);
    expect((await accountColumns(auth.owner, id))?.session_version).toBe(1);
  });

  it.each([{}, { isActive: null }, { isActive: 'yes' }, { role: 'admin' }, { username: 'other' }])(
    'the update %j of a user is rejected',
    async (body) => {
      expect((await admin.put(`/api/users/${adminId}`, body)).status).toBe(400);
    },
  );

  it('deleting a user deletes their data but keeps their audit events', async () => {
    const id = await insertUser(auth.owner, { username: 'deleted.one' });
    await auth.owner.query("INSERT INTO auth.recovery_codes (user_id, code_hash) VALUES ($1, 'hash')", [id]);
    expect((await admin.delete(`/api/users/${id}`)).status).toBe(204);
    expect(await accountColumns(auth.owner, id)).toBeUndefined();
    expect(await recordedEvents(auth.owner, id)).toMatchObject([
      { action: 'user.deleted', subject_label: 'deleted.one', detail: { role: 'User', isActive: true } },
    ]);
    expect((await admin.delete(`/api/users/${id}`)).status).toBe(404);
  });

  it.each(['0', '-1', '2147483648', '99999999999', '1.5', 'x', '1%00', '2000000000'])(
    'user management returns 404 for the user id %s',
    async (id) => {
      for (const answer of [
        await admin.put(`/api/users/${id}`, { isActive: false }),
        await admin.delete(`/api/users/${id}`),
        await admin.post(`/api/users/${id}/unlock`),
        await admin.post(`/api/users/${id}/reset-two-factor`),
        await admin.post(`/api/users/${id}/reset-password`, { newPassword: 'another horse battery' }),
      ]) {
        expect([answer.status, answer.text]).toEqual([404, 'This user does not exist.']);
      }
    },
  );
});
