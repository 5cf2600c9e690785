import type { StaffSession } from '@clearwatch/contracts/sign-in.dto';
import request from 'supertest';
import { insertUser, PASSWORD } from '../../../auth/src/testing/user-fixtures.ts';
import {
  type Agent,
  auditActionsOf,
  auditEventsOf,
  cookieHeaderOf,
  createSignedInUser,
  type GatewayTestContext,
  makeIdle,
  type StaffMember,
  sessionCookieOf,
  startGateway,
} from '../testing/gateway-test-context.ts';

let gateway: GatewayTestContext;
let admin: StaffMember;

beforeAll(async () => {
  gateway = await startGateway();
  admin = await createSignedInUser(gateway, { username: 'the.admin', role: 'Admin' });
});
afterAll(() => gateway.close());

const OWN = '/api/auth/sessions';
const sessionsOf = async (agent: Agent) => (await agent.get(OWN)).body as StaffSession[];
const isIn = async (agent: Agent) => (await agent.get('/api/auth/user')).status === 200;
const currentOf = async (agent: Agent) => (await sessionsOf(agent)).find(({ isCurrent }) => isCurrent);

describe('list of own sessions', () => {
  it('the list of own sessions shows browser and address of each session and marks the current one', async () => {
    const { agent, signInElsewhere } = await createSignedInUser(gateway, { username: 'two.desks' });
    await signInElsewhere();
    const sessions = await sessionsOf(agent);
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(sessions[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      signedInAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastActivityAt: expect.stringMatching(/^\d{4}-.*Z$/),
      address: '127.0.0.1',
      browser: null,
      isCurrent: expect.any(Boolean),
    });
  });

  it('a sign-in stores the name of the browser with the session', async () => {
    const { username } = { username: 'named.browser' };
    const id = await insertUser(gateway.auth.owner, { username });
    const agent = request.agent(gateway.server);
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
    await agent.post('/api/auth/login').set('User-Agent', userAgent).send({ username, password: PASSWORD });
    const { rows } = await gateway.auth.owner.query(
      "SELECT sess -> 'signedIn' ->> 'browser' AS browser FROM sessions.sessions WHERE user_id = $1",
      [id],
    );
    expect(rows).toEqual([{ browser: 'Firefox on Linux' }]);
  });

  it('session responses contain no secret of the cookie', async () => {
    const { agent } = await createSignedInUser(gateway, { username: 'secretive' });
    const answers = [await agent.get(OWN), await agent.get('/api/auth/session'), await agent.get('/api/auth/user')];
    const secret = /s:([^.]+)\./.exec(decodeURIComponent(cookieHeaderOf(agent)))?.[1] ?? '';
    expect(secret.length).toBeGreaterThan(20);
    for (const { text } of answers) expect(text).not.toContain(secret);
  });

  it('the list of own sessions omits incomplete, idle and invalidated sessions', async () => {
    const { id, agent, signInElsewhere } = await createSignedInUser(gateway, { username: 'tidy' });
    await signInElsewhere();
    await makeIdle(gateway, id, 3_601);
    const fresh = await signInElsewhere();
    await gateway.auth.owner.query(
      `INSERT INTO sessions.sessions (sid, expire, sess)
       SELECT 'half', expire, jsonb_set(sess::jsonb, '{signedIn,stage}', '"two_factor_setup"')::json
         FROM sessions.sessions WHERE user_id = $1 AND last_activity > now() - interval '1 minute'
       UNION ALL SELECT 'before', expire, jsonb_set(sess::jsonb, '{signedIn,sessionVersion}', '-1')::json
         FROM sessions.sessions WHERE user_id = $1 AND last_activity > now() - interval '1 minute'`,
      [id],
    );
    expect(await sessionsOf(fresh)).toMatchObject([{ isCurrent: true }]);
    expect(await isIn(agent)).toBe(false);
  });
});

describe('ending own sessions', () => {
  it('users can end one of their sessions by its public id, and the audit log records it [security 1.11]', async () => {
    const { id, agent, signInElsewhere } = await createSignedInUser(gateway, { username: 'left.one.open' });
    const elsewhere = await signInElsewhere();
    const other = await currentOf(elsewhere);
    expect((await agent.delete(`${OWN}/${other?.id}`)).status).toBe(204);
    expect([await isIn(agent), await isIn(elsewhere)]).toEqual([true, false]);
    expect(await auditEventsOf(gateway, id)).toMatchObject([
      {
        action: 'session.ended',
        subject_id: String(id),
        subject_label: 'left.one.open',
        detail: { count: 1, by: 'self' },
      },
    ]);
    expect((await agent.delete(`${OWN}/${other?.id}`)).status).toBe(404);
    expect(await auditActionsOf(gateway, id)).toHaveLength(1);
  });

  it('a user who ends the current session is signed out', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'ends.this.one' });
    const here = await currentOf(agent);
    const answer = await agent.delete(`${OWN}/${here?.id}`);
    expect([answer.status, sessionCookieOf(answer)]).toEqual([204, '']);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(await isIn(agent)).toBe(false);
    expect(await auditActionsOf(gateway, id)).toEqual(['session.signed_out']);
  });

  it('ending all other sessions includes incomplete ones and counts the usable ones', async () => {
    const { id, agent, signInElsewhere } = await createSignedInUser(gateway, { username: 'lost.phone' });
    const others = [await signInElsewhere(), await signInElsewhere()];
    await gateway.auth.owner.query(
      `INSERT INTO sessions.sessions (sid, expire, sess)
       SELECT 'half-of-lost', expire, jsonb_set(sess::jsonb, '{signedIn,stage}', '"password_change"')::json
         FROM sessions.sessions WHERE user_id = $1 LIMIT 1`,
      [id],
    );
    expect((await agent.delete(OWN)).body).toEqual({ ended: 2 });
    expect(await isIn(agent)).toBe(true);
    expect(await Promise.all(others.map(isIn))).toEqual([false, false]);
    const { rows } = await gateway.auth.owner.query('SELECT 1 FROM sessions.sessions WHERE user_id = $1', [id]);
    expect(rows).toHaveLength(1);
    expect((await agent.delete(OWN)).body).toEqual({ ended: 0 });
    expect(await auditEventsOf(gateway, id)).toMatchObject([{ detail: { count: 2, by: 'self' } }]);
  });

  it.each(['someone else’s', 'unknown', 'malformed'])(
    'a request to end a session returns 404 for an id that is %s',
    async (kind) => {
      const { id, agent } = await createSignedInUser(gateway, { username: `curious.${kind}` });
      const foreign = await currentOf(admin.agent);
      const names: Record<string, string | undefined> = {
        'someone else’s': foreign?.id,
        unknown: '00000000-0000-4000-8000-000000000000',
        malformed: 'one',
      };
      expect((await agent.delete(`${OWN}/${names[kind]}`)).status).toBe(404);
      expect(await isIn(admin.agent)).toBe(true);
      expect(await auditActionsOf(gateway, id)).toEqual([]);
    },
  );
});

describe('sessions of another user', () => {
  const of = (id: number | string) => `/api/users/${id}/sessions`;

  it('admins list and end the sessions of another user, and the audit log records their names [security 1.11]', async () => {
    const { id, agent, signInElsewhere } = await createSignedInUser(gateway, { username: 'watched' });
    const elsewhere = await signInElsewhere();
    const listed = await admin.agent.get(of(id));
    expect(listed.body).toMatchObject([{ isCurrent: false }, { isCurrent: false }]);
    const ended = await admin.agent.delete(of(id));
    expect([ended.status, ended.body, sessionCookieOf(ended)]).toEqual([200, { ended: 2 }, null]);
    expect([await isIn(agent), await isIn(elsewhere), await isIn(admin.agent)]).toEqual([false, false, true]);
    const [event] = (await auditEventsOf(gateway, admin.id)).slice(-1);
    expect(event).toMatchObject({
      action: 'session.ended',
      actor_name: 'the.admin',
      subject_id: String(id),
      subject_label: 'watched',
      detail: { count: 2, by: 'admin' },
      address: '127.0.0.1',
    });
  });

  it('users without the admin role can neither list nor end the sessions of another user', async () => {
    const { agent } = await createSignedInUser(gateway, { username: 'not.an.admin', role: 'User' });
    expect((await agent.get(of(admin.id))).status).toBe(403);
    expect((await agent.delete(of(admin.id))).status).toBe(403);
    expect(await isIn(admin.agent)).toBe(true);
  });

  it('admins who end their own sessions also end the current one', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'admin.leaving', role: 'Admin' });
    const answer = await agent.delete(of(id));
    expect([answer.body, sessionCookieOf(answer)]).toEqual([{ ended: 1 }, '']);
    expect(await isIn(agent)).toBe(false);
  });

  it.each(['2147483647', '0', '-1', 'x', '99999999999'])(
    'the sessions of the unknown user %s return 404',
    async (id) => {
      expect((await admin.agent.get(of(id))).status).toBe(404);
      expect((await admin.agent.delete(of(id))).status).toBe(404);
    },
  );
});
