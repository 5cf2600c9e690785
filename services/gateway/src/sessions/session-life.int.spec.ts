import request from 'supertest';
import { holdNextHash } from '../../../auth/src/testing/auth-test-context.ts';
import { insertUser, PASSWORD } from '../../../auth/src/testing/user-fixtures.ts';
import { ROUTES } from '../routes/route-table.ts';
import {
  type Agent,
  cookieHeaderOf,
  createSignedInUser,
  type GatewayTestContext,
  sessionCookieOf,
  startGateway,
  statusWith,
} from '../testing/gateway-test-context.ts';

let gateway: GatewayTestContext;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(() => gateway.close());

const login = (agent: Agent, username: string, more: object = {}) =>
  agent.post('/api/auth/login').send({ username, password: PASSWORD, ...more });

/** Every non-public route with sample values for its parameters. */
const CLOSED = ROUTES.filter(({ access }) => access !== 'public').map((route) => ({
  ...route,
  address: `/${route.path.replace(/:\w+/g, '1')}`,
}));

/** The sign-in steps, including the QR code. Sign-out is public. */
const STEPS = ['change-password', 'setup-2fa', 'verify-2fa', 'two-factor-qr'].map((step) => `api/auth/${step}`);

describe('lifetime of a session', () => {
  it('a session allows only the remaining sign-in steps after the password [security 1.7]', async () => {
    await insertUser(gateway.auth.owner, { username: 'half.signed.in' });
    const cookie = sessionCookieOf(await login(request.agent(gateway.server), 'half.signed.in')) ?? '';
    const refused: string[] = [];
    // Sequential, because a hundred concurrent requests would exhaust the session connections and lead to 503.
    for (const route of CLOSED) if ((await statusWith(gateway, cookie, route)) === 401) refused.push(route.path);
    const closedToIt = CLOSED.map(({ path }) => path).filter((path) => !STEPS.includes(path));
    expect(refused).toEqual(closedToIt);
    expect(closedToIt).toHaveLength(CLOSED.length - STEPS.length);
  });

  it('a request without a valid session cookie is refused on every protected route', async () => {
    for (const route of CLOSED) {
      expect([route.path, await statusWith(gateway, '', route)]).toEqual([route.path, 401]);
      expect([route.path, await statusWith(gateway, 's%3Aforged.signature', route)]).toEqual([route.path, 401]);
    }
  });

  it('a session ends with the sign-out, also for a copy of the cookie [security 1.5]', async () => {
    const { agent } = await createSignedInUser(gateway, { username: 'leaving' });
    const { rows } = await gateway.auth.owner.query('SELECT 1 FROM sessions.sessions');
    const answer = await agent.post('/api/auth/logout');
    expect(answer.status).toBe(204);
    expect([answer.headers['clear-site-data'], sessionCookieOf(answer)]).toEqual(['"cache"', '']);
    expect((await agent.get('/api/auth/user')).status).toBe(401);
    const after = await gateway.auth.owner.query('SELECT 1 FROM sessions.sessions');
    expect(after.rows).toHaveLength(rows.length - 1);
  });

  it.each([
    ['deactivated', 'UPDATE auth.users SET is_active = false WHERE id = $1'],
    ['deleted', 'DELETE FROM auth.users WHERE id = $1'],
    ['reset', 'UPDATE auth.users SET session_version = session_version + 1 WHERE id = $1'],
  ])('a session ends at the next request when the user is %s', async (how, change) => {
    const { id, agent } = await createSignedInUser(gateway, { username: `soon.${how}` });
    expect((await agent.get('/api/auth/user')).status).toBe(200);
    await gateway.auth.owner.query(change, [id]);
    expect((await agent.get('/api/auth/user')).status).toBe(401);
    expect((await agent.get('/api/metrics/30')).status).toBe(401);
  });

  it('a session applies a new role from the next request on', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'promoted' });
    await gateway.auth.owner.query("UPDATE auth.users SET role = 'Admin' WHERE id = $1", [id]);
    expect((await agent.get('/api/auth/user')).body).toMatchObject({ role: 'Admin' });
  });

  it('a session ends seven days after the sign-in, even when it is in use [spec 9.4] [security 1.9] [fault 6.3]', async () => {
    const { agent } = await createSignedInUser(gateway, { username: 'seven.days' });
    await gateway.auth.owner.query(
      `UPDATE sessions.sessions SET sess = jsonb_set(sess::jsonb, '{signedIn,signedInAt}',
         to_jsonb((sess->'signedIn'->>'signedInAt')::bigint - 7 * 24 * 3600000))::json
       WHERE sess->'signedIn' IS NOT NULL`,
    );
    expect((await agent.get('/api/auth/user')).status).toBe(401);
  });

  it('a password change changes the session id and ends other sessions of the user [security 1.1]', async () => {
    const { agent, signInElsewhere } = await createSignedInUser(gateway, { username: 'two.places' });
    const elsewhere = await signInElsewhere();
    const before = cookieHeaderOf(agent);
    const passwords = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    const answer = await agent.post('/api/auth/change-password').send(passwords);
    expect(answer.body).toMatchObject({ requiresPasswordChange: false, user: { username: 'two.places' } });
    expect(sessionCookieOf(answer)).not.toBeNull();
    expect((await agent.get('/api/auth/user')).status).toBe(200);
    expect((await request(gateway.server).get('/api/auth/user').set('Cookie', before)).status).toBe(401);
    expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
  });

  it('a sign-in does not bypass a second factor that is set up in another browser meanwhile', async () => {
    const id = await insertUser(gateway.auth.owner, { username: 'raced' });
    const agent = request.agent(gateway.server);
    await login(agent, 'raced');
    const passwords = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    const hash = holdNextHash(gateway.auth);
    const changing = agent
      .post('/api/auth/change-password')
      .send(passwords)
      .then((answer) => answer);
    // The new password is being hashed when the user enables two-factor in another browser.
    await hash.started;
    await gateway.auth.owner.query(
      'UPDATE auth.users SET two_factor_enabled = true, session_version = session_version + 1 WHERE id = $1',
      [id],
    );
    hash.release();
    expect((await changing).status).toBe(401);
    expect((await agent.get('/api/auth/user')).status).toBe(401);
  });

  it.each([
    ['its owner signs out', (_id: number, agent: Agent) => agent.post('/api/auth/logout')],
    ['an admin ends it', (id: number, _agent: Agent, admin: Agent) => admin.delete(`/api/users/${id}/sessions`)],
  ])('a session stays ended when %s during a password change', async (how, end) => {
    const { agent: admin } = await createSignedInUser(gateway, { username: `ending, ${how}`, role: 'Admin' });
    const { id, agent } = await createSignedInUser(gateway, { username: `ended, ${how}` });
    const passwords = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    const oldCookie = cookieHeaderOf(agent);
    const hash = holdNextHash(gateway.auth);
    const changing = request(gateway.server)
      .post('/api/auth/change-password')
      .set('Cookie', oldCookie)
      .send(passwords)
      .then((answer) => answer);
    await hash.started;
    expect((await end(id, agent, admin)).status).toBeLessThan(300);
    hash.release();
    const answer = await changing;
    expect([answer.status, sessionCookieOf(answer)]).toEqual([401, null]);
    const { rows } = await gateway.auth.owner.query('SELECT 1 FROM sessions.sessions WHERE user_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('a session survives a request of another tab during a password change', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'two.tabs' });
    const oldCookie = cookieHeaderOf(agent);
    // State of the account between the password change and the next session step.
    await gateway.auth.owner.query('UPDATE auth.users SET session_version = session_version + 1 WHERE id = $1', [id]);
    const response = await request(gateway.server).get('/api/auth/user').set('Cookie', oldCookie);
    expect([response.status, sessionCookieOf(response)]).toEqual([401, null]);
    await gateway.auth.owner.query('UPDATE auth.users SET session_version = session_version - 1 WHERE id = $1', [id]);
    expect((await agent.get('/api/auth/user')).status).toBe(200);
  });

  it('a request is answered within seconds when the database blocks, and its session survives [fault 3.4]', async () => {
    const { agent } = await createSignedInUser(gateway, { username: 'held.up' });
    await gateway.auth.owner.query('BEGIN; LOCK TABLE sessions.sessions');
    const started = performance.now();
    const held = await agent.get('/api/auth/user');
    await gateway.auth.owner.query('ROLLBACK');
    expect(held.status).toBe(503);
    expect(performance.now() - started).toBeLessThan(8_000);
    expect((await agent.get('/api/auth/user')).status).toBe(200);
  });

  it('a session that cannot be read survives and is never reported as "not signed in" [security 5.17] [fault 3.1]', async () => {
    const { agent } = await createSignedInUser(gateway, { username: 'outage' });
    await gateway.auth.owner.query('ALTER TABLE sessions.sessions RENAME TO away');
    await gateway.auth.owner.query('ALTER VIEW auth.principals RENAME TO principals_away');
    try {
      expect((await agent.get('/api/auth/user')).status).not.toBe(401);
    } finally {
      await gateway.auth.owner.query('ALTER TABLE sessions.away RENAME TO sessions');
      await gateway.auth.owner.query('ALTER VIEW auth.principals_away RENAME TO principals');
    }
    expect((await agent.get('/api/auth/user')).status).toBe(200);
  });
});

// cspell:ignore aforged
