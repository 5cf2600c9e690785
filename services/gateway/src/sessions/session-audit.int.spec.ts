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

describe('what the gateway writes down', () => {
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

  it('is who signed out, when and from where', async () => {
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

  it('is one sign-out when a session is signed out many times at once', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'impatient' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => agent.post(SIGN_OUT)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect(await auditActionsOf(gateway, id)).toEqual(['session.signed_out']);
  });

  it('is also who signed out half way', async () => {
    const id = await insertUser(gateway.auth.owner, { username: 'half.out' });
    const half = request.agent(gateway.server);
    await half.post('/api/auth/login').send({ username: 'half.out', password: PASSWORD });
    expect((await half.post(SIGN_OUT)).status).toBe(204);
    expect((await half.post('/api/auth/setup-2fa')).status).toBe(401);
    expect(await auditActionsOf(gateway, id)).toEqual(['session.signed_out']);
  });

  it('is also whose session another sign-in in the same browser took the place of', async () => {
    const { id, agent } = await createSignedInUser(gateway, { username: 'left.open' });
    const next = await insertUser(gateway.auth.owner, { username: 'sat.down' });
    await agent.post('/api/auth/login').send({ username: 'sat.down', password: PASSWORD });
    expect(await auditEventsOf(gateway, id)).toMatchObject([
      { action: 'session.ended', subject_id: String(id), detail: { count: 1, by: 'sign-in' } },
    ]);
    // Half a session has nothing that could be ended.
    await agent.post('/api/auth/login').send({ username: 'sat.down', password: PASSWORD });
    expect(await auditActionsOf(gateway, next)).toEqual([]);
  });

  it('is nothing when nobody or a forged cookie signs out', async () => {
    const before = await countWritten();
    const forged = request(gateway.server).post(SIGN_OUT).set('Cookie', 'clearwatch=s%3Aforged.signature');
    const answers = [await request(gateway.server).post(SIGN_OUT), await forged];
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(await countWritten()).toBe(before);
  });

  it('and what it describes are kept together: a sign-out that cannot be written down is none', async () => {
    const { agent } = await createSignedInUser(gateway, { username: 'still.in' });
    await gateway.auth.owner.query('ALTER TABLE sessions.audit_outbox RENAME TO away');
    const answer = await agent.post(SIGN_OUT);
    await gateway.auth.owner.query('ALTER TABLE sessions.away RENAME TO audit_outbox');
    expect(answer.status).toBe(500);
    expect((await agent.get('/api/auth/user')).status).toBe(200);
  });

  it('is who was refused for his role, once a minute for each route', async () => {
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

  it('is nothing of nobody and of half a session, refused anywhere', async () => {
    await insertUser(gateway.auth.owner, { username: 'half.refused' });
    const half = request.agent(gateway.server);
    await half.post('/api/auth/login').send({ username: 'half.refused', password: PASSWORD });
    const before = await countWritten();
    expect((await half.get('/api/users')).status).toBe(401);
    expect((await request(gateway.server).get('/api/users')).status).toBe(401);
    expect(await countWritten()).toBe(before);
  });
});

describe('while the queue is away', () => {
  let gateway: GatewayTestContext;

  beforeAll(async () => {
    // Nothing listens there.
    gateway = await startGateway({ QUEUE_DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:9/none' });
  });
  afterAll(() => gateway.close());

  it('signing out takes no longer, and its event waits in the outbox [fault 2.4]', async () => {
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
