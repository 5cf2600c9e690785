import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import request from 'supertest';
import { insertUser, insertUserWithTwoFactor, PASSWORD } from '../../../auth/src/testing/user-fixtures.ts';
import { createSignedInUser, type GatewayTestContext, startGateway } from '../testing/gateway-test-context.ts';
import { pauseAfter, SignInLimits } from './sign-in-limits.ts';

let gateway: GatewayTestContext;

beforeAll(async () => {
  gateway = await startGateway({ TRUST_PROXY_HOPS: 1, REQUESTS_PER_MINUTE_PER_USER: 1_200 });
});

afterAll(() => gateway.close());

const from = (address: string) => (path: string, body: object) =>
  request(gateway.server).post(path).set('X-Forwarded-For', address).send(body);

/** Failures of made-up names. */
async function failTimes(limits: SignInLimits, address: string, times: number): Promise<void> {
  const attempts = Array.from({ length: times }, (_, index) => ({
    address,
    username: `made up ${index}`,
    isKnownDevice: false,
  }));
  await Promise.all(attempts.map((attempt) => limits.countFailure(attempt)));
}

describe('known devices', () => {
  it('failures of made-up names from an address do not stop users who have signed in there before [finding E 6]', async () => {
    const { username, code } = await insertUserWithTwoFactor(gateway.auth.owner, { username: 'office.user' });
    const agent = request.agent(gateway.server);
    const login = async () => {
      await gateway.auth.owner.query('UPDATE auth.users SET two_factor_last_step = 0 WHERE username = $1', [username]);
      const body = { username, password: PASSWORD, twoFactorCode: await code() };
      return agent.post('/api/auth/login').set('X-Forwarded-For', '203.0.113.50').send(body);
    };
    expect((await login()).status).toBe(200);
    expect((await agent.post('/api/auth/logout').set('X-Forwarded-For', '203.0.113.50').send({})).status).toBe(204);
    await failTimes(gateway.app.get(SignInLimits, { strict: false }), '203.0.113.50', 101);
    const stranger = await from('203.0.113.50')('/api/auth/login', { username, password: PASSWORD });
    expect(stranger.status).toBe(429);
    expect((await login()).status).toBe(200);
  });

  it('a known device is exempt only for the user who signed in on it', async () => {
    const { username, code } = await insertUserWithTwoFactor(gateway.auth.owner, { username: 'own.device' });
    const agent = request.agent(gateway.server);
    const post = (body: object) => agent.post('/api/auth/login').set('X-Forwarded-For', '203.0.113.51').send(body);
    await post({ username, password: PASSWORD, twoFactorCode: await code() });
    await failTimes(gateway.app.get(SignInLimits, { strict: false }), '203.0.113.51', 100);
    expect((await post({ username: 'another name', password: 'any' })).status).toBe(429);
    expect((await post({ username: ' Own.Device ', password: 'wrong' })).status).toBe(401);
  });

  it('a device becomes known only by a complete sign-in', async () => {
    const { username } = await insertUserWithTwoFactor(gateway.auth.owner, { username: 'half.way' });
    const half = await from('203.0.113.52')('/api/auth/login', { username, password: PASSWORD });
    expect(half.headers['set-cookie'] ?? '').not.toContain('-device');
  });
});

describe('sign-in limits per address', () => {
  it('thirty failures for one name stop this name, not the other users behind the address [finding E 6]', async () => {
    const limits = gateway.app.get(SignInLimits, { strict: false });
    const attempt = { address: '203.0.113.60', username: 'one name', isKnownDevice: false };
    for (let failures = 0; failures < 30; failures += 1) await limits.countFailure(attempt);
    await expect(limits.count({ ...attempt, username: ' ONE NAME' })).rejects.toMatchObject({
      code: 'too_many_requests',
    });
    await expect(limits.count({ ...attempt, username: 'other name' })).resolves.toBeUndefined();
  });

  it('the names that people type are not stored in the limits, because some type their password there', async () => {
    await from('203.0.113.61')('/api/auth/login', { username: 'typed-by-mistake', password: 'wrong' });
    const { rows } = await gateway.auth.owner.query<{ key: string }>('SELECT key FROM sessions.rate_limits');
    expect(rows.map(({ key }) => key).join(' ')).not.toContain('typed-by-mistake');
  });

  it('attempts take turns after seventy failures, with longer and longer pauses [finding E 6]', () => {
    expect([0, 70, 71, 90, 99].map(pauseAfter)).toEqual([0, 0, 50, 1_000, 1_450]);
  });

  it('only twenty attempts wait for their turn, and further ones are told to come back in a moment', async () => {
    const limits = gateway.app.get(SignInLimits, { strict: false });
    await failTimes(limits, '203.0.113.62', 71);
    const attempts = Array.from({ length: 25 }, (_, index) => ({
      address: '203.0.113.62',
      username: `waiting ${index}`,
      isKnownDevice: false,
    }));
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { pause } = limits as unknown as { pause: () => Promise<void> };
    Reflect.set(limits, 'pause', () => held);
    const refused: unknown[] = [];
    const waiting = attempts.map((attempt) => limits.count(attempt).catch((error: unknown) => refused.push(error)));
    await waitUntil('the line is full', () => refused.length === 5);
    release();
    await Promise.all(waiting);
    Reflect.set(limits, 'pause', pause);
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 10 });
  });

  it('sign-in limits stop a sweep over many accounts from one address and return a retry time', async () => {
    const sweeper = from('203.0.113.9');
    const limits = gateway.app.get(SignInLimits, { strict: false });
    await failTimes(limits, '203.0.113.9', 100);
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
