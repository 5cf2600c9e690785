import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import request from 'supertest';
import { insertUser, PASSWORD } from '../../../auth/src/testing/user-fixtures.ts';
import { createSignedInUser, type GatewayTestContext, startGateway } from '../testing/gateway-test-context.ts';
import { SignInLimits } from './sign-in-limits.ts';

let gateway: GatewayTestContext;

beforeAll(async () => {
  gateway = await startGateway({ TRUST_PROXY_HOPS: 1, REQUESTS_PER_MINUTE_PER_USER: 1_200 });
});

afterAll(() => gateway.close());

const from = (address: string) => (path: string, body: object) =>
  request(gateway.server).post(path).set('X-Forwarded-For', address).send(body);

describe('sign-in limits per address', () => {
  it('sign-in limits stop a sweep over many accounts from one address and return a retry time', async () => {
    const sweeper = from('203.0.113.9');
    const limits = gateway.app.get(SignInLimits, { strict: false });
    await Promise.all(Array.from({ length: 100 }, () => limits.countFailure('203.0.113.9')));
    const { status, text, headers } = await sweeper('/api/auth/login', { username: 'any', password: 'any' });
    expect(status).toBe(429);
    expect(text).toContain('Too many requests');
    expect(Number(headers['retry-after'])).toBeGreaterThan(800);
    const other = await from('203.0.113.10')('/api/auth/login', { username: 'any', password: 'any' });
    expect(other.status).toBe(401);
  });

  it('sign-in limits count attempts and failures and are shared through the database', async () => {
    await from('203.0.113.20')('/api/auth/login', { username: 'any', password: 'wrong' });
    const { rows } = await gateway.auth.owner.query<{ key: string; points: number }>(
      "SELECT key, points FROM sessions.rate_limits WHERE key LIKE '%203.0.113.20' ORDER BY key",
    );
    expect(rows).toEqual([
      { key: 'sign-in-failure:203.0.113.20', points: 1 },
      { key: 'sign-in:203.0.113.20', points: 1 },
    ]);
  });

  it('sign-in limits trust the configured number of proxies instead of forged headers', async () => {
    await from('198.51.100.1, 203.0.113.30')('/api/auth/login', { username: 'any', password: 'wrong' });
    const { rows } = await gateway.auth.owner.query(
      "SELECT key FROM sessions.rate_limits WHERE key LIKE '%198.51.100.1'",
    );
    expect(rows).toEqual([]);
  });
});

describe('limit of attempts within a session', () => {
  const TRIES = 40;
  const wrong = { currentPassword: 'wrong', newPassword: 'another horse battery' };

  it.each([
    ['codes', '/api/auth/verify-2fa', { twoFactorCode: '000000' }],
    ['passwords', '/api/auth/change-password', wrong],
  ])(
    'the attempt limit of a session stops a flood of %s before it burdens the audit log or other sign-ins',
    async (what, path, body) => {
      const id = await insertUser(gateway.auth.owner, { username: `flood of ${what}` });
      const agent = request.agent(gateway.server);
      await agent.post('/api/auth/login').send({ username: `flood of ${what}`, password: PASSWORD });
      const answers = await Promise.all(Array.from({ length: TRIES }, () => agent.post(path).send(body)));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(10);
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
      const { rows } = await gateway.auth.owner.query<{ count: string }>(
        "SELECT count(*) FROM auth.audit_events WHERE actor_id = $1 AND action LIKE '%_failed'",
        [id],
      );
      expect(rows[0]?.count).toBe('30');
      expect((await agent.post('/api/auth/logout')).status).toBe(204);
    },
  );
});

describe('request limit per user', () => {
  it('the request limit per user allows the configured 1,200 requests a minute and then returns 429', async () => {
    const { agent } = await createSignedInUser(gateway, { username: 'runaway.script' });
    const statuses: number[] = [];
    for (let batch = 0; batch < 13; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => agent.get('/api/auth/user')));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.slice(0, 1_100).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('limit of concurrent request bodies', () => {
  it('the request body limit keeps one user from using all connections of a service and frees slots at the end', async () => {
    const { agent } = await createSignedInUser(gateway, { username: 'byte.by.byte' });
    const { agent: other } = await createSignedInUser(gateway, { username: 'the.others' });
    const review = async (as: typeof agent) =>
      (await as.patch('/api/unusual-activities/1/review').send({ outcome: 'explained' })).status;
    const { answer } = gateway.analytics;
    const held: (() => void)[] = [];
    gateway.analytics.answer = (_request, response) => void held.push(() => response.end('{}'));
    const hanging = Array.from({ length: 32 }, () => review(agent));
    await waitUntil('all requests are open', () => held.length === 32);
    gateway.analytics.answer = answer;
    expect(await review(agent)).toBe(429);
    expect((await agent.get('/api/metrics/30')).status).toBe(200);
    expect(await review(other)).toBe(200);
    for (const end of held) end();
    expect(new Set(await Promise.all(hanging))).toEqual(new Set([200]));
    expect(await review(agent)).toBe(200);
  });
});
