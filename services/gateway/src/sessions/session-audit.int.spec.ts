import request from 'supertest';
import { insertUser, PASSWORD } from '../../../auth/src/testing/user-fixtures.ts';
import {
  auditActionsOf,
  auditEventsOf,
  cookieHeaderOf,
  createSignedInUser,
  type GatewayTestContext,
  sessionCookieOf,
  startGateway,
} from '../testing/gateway-test-context.ts';

const SIGN_OUT = '/api/auth/logout';

describe('audit events of the gateway', () => {
  let gateway: GatewayTestContext;

  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  const countWritten = async () => {
    const { rows } = await gateway.auth.owner.query<{ count: string }>(
      "SELECT (SELECT count(*) FROM sessions.audit_outbox) + (SELECT count(*) FROM auth.audit_events WHERE action = 'session.signed_out') AS count",
    );
    return rows[0]?.count;
  };

  it('the audit event of a sign-out records who signed out, when and from which address', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'good.night' });
    const { headers } = await agent.post(SIGN_OUT);
    expect(await auditEventsOf(gateway, id)).toEqual([
      {
        id: expect.any(String),
        at: expect.any(Date),
        action: 'session.signed_out',
        actor_name: 'good.night',
        address: '127.0.0.1',
        request_id: headers['x-request-id'],
        subject_type: 'user',
        subject_id: String(id),
        subject_label: 'good.night',
        detail: {},
      },
    ]);
  });

  it('concurrent sign-out requests record one audit event', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'impatient' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => agent.post(SIGN_OUT)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect(await auditActionsOf(gateway, id)).toEqual(['session.signed_out']);
  });

  it('a sign-out before the sign-in is complete is recorded in the audit log', async () => {
    const id = await insertUser(gateway.auth.owner, { username: 'half.out' });
    const half = request.agent(gateway.server);
    await half.post('/api/auth/login').send({ username: 'half.out', password: PASSWORD });
    expect((await half.post(SIGN_OUT)).status).toBe(204);
    expect((await half.post('/api/auth/setup-2fa')).status).toBe(401);
    expect(await auditActionsOf(gateway, id)).toEqual(['session.signed_out']);
  });

  it('the audit log records the end of a session that a new sign-in in the same browser replaces', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'left.open' });
    const next = await insertUser(gateway.auth.owner, { username: 'sat.down' });
    await agent.post('/api/auth/login').send({ username: 'sat.down', password: PASSWORD });
    expect(await auditEventsOf(gateway, id)).toMatchObject([
      { action: 'session.ended', subject_id: String(id), detail: { count: 1, by: 'sign-in' } },
    ]);
    // An incomplete session is not recorded as ended.
    await agent.post('/api/auth/login').send({ username: 'sat.down', password: PASSWORD });
    expect(await auditActionsOf(gateway, next)).toEqual([]);
  });

  it('a sign-out without a valid session is not recorded in the audit log', async () => {
    const before = await countWritten();
    const forged = request(gateway.server).post(SIGN_OUT).set('Cookie', 'clearwatch=s%3Aforged.signature');
    const answers = [await request(gateway.server).post(SIGN_OUT), await forged];
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await countWritten()).toBe(before);
  });

  it('a sign-out that cannot be recorded in the audit log fails, and the session stays valid', async () => {
    const { agent } = await createSignedInUser(gateway, { username: 'still.in' });
    await gateway.auth.owner.query('ALTER TABLE sessions.audit_outbox RENAME TO away');
    const answer = await agent.post(SIGN_OUT);
    await gateway.auth.owner.query('ALTER TABLE sessions.away RENAME TO audit_outbox');
    expect(answer.status).toBe(500);
    expect((await agent.get('/api/auth/user')).status).toBe(200);
  });

  it('a denied access is recorded in the audit log once a minute per route', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'not.allowed', role: 'User' });
    const paths = ['/api/users', '/api/users', '/api/users/1/activity', '/api/users/2/activity'];
    for (const path of paths) expect((await agent.get(path)).status).toBe(403);
    expect(await auditEventsOf(gateway, id)).toMatchObject([
      {
        action: 'access.denied',
        subject_type: 'route',
        subject_id: 'GET /api/users',
        actor_name: 'not.allowed',
      },
      { action: 'access.denied', subject_id: 'GET /api/users/:id/activity' },
    ]);
  });

  it('a refused request without a complete session is not recorded in the audit log', async () => {
    await insertUser(gateway.auth.owner, { username: 'half.refused' });
    const half = request.agent(gateway.server);
    await half.post('/api/auth/login').send({ username: 'half.refused', password: PASSWORD });
    const before = await countWritten();
    expect((await half.get('/api/users')).status).toBe(401);
    expect((await request(gateway.server).get('/api/users')).status).toBe(401);
    expect(await countWritten()).toBe(before);
  });
});

describe('queue outage', () => {
  let gateway: GatewayTestContext;

  beforeAll(async () => {
    // Nothing listens there.
    gateway = await startGateway({ QUEUE_DATABASE_URL: 'postgres://unknown:none@127.0.0.1:9/none' });
  });
  afterAll(() => gateway.close());

  it('a sign-out while the queue is down takes no longer and keeps its event in the outbox [fault 2.4]', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'on.time' });
    const cookie = cookieHeaderOf(agent);
    const started = performance.now();
    const answer = await agent.post(SIGN_OUT);
    expect(performance.now() - started).toBeLessThan(1_000);
    expect([answer.status, sessionCookieOf(answer)]).toEqual([204, '']);
    expect((await request(gateway.server).get('/api/auth/user').set('Cookie', cookie)).status).toBe(401);
    expect(await auditActionsOf(gateway, id)).toEqual(['session.signed_out']);
  });
});

// cspell:ignore aforged
