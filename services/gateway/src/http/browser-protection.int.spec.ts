import request from 'supertest';
import { PASSWORD } from '../../../auth/src/testing/user-fixtures.ts';
import { ROUTES } from '../routes/route-table.ts';
import {
  createSignedInUser,
  type GatewayTestContext,
  type StaffMember,
  startGateway,
} from '../testing/gateway-test-context.ts';

let gateway: GatewayTestContext;
let staff: StaffMember;

beforeAll(async () => {
  gateway = await startGateway();
  staff = await createSignedInUser(gateway, { username: 'member.of.staff' });
});

afterAll(() => gateway.close());

const CHANGING = ROUTES.filter(({ method }) => method !== 'GET').map(({ method, path }) => ({
  method: method.toLowerCase() as 'post' | 'patch',
  path: `/${path.replace(/:\w+/g, '1')}`,
}));

describe('request from another site', () => {
  it.each(CHANGING)(
    'a request from another site is refused for $method $path as a form, multipart and fetch request [security 4.3]',
    async ({ method, path }) => {
      const asForm = staff.agent[method](path).type('form').send({ username: 'x', password: 'x' });
      const asMultipart = staff.agent[method](path).field('username', 'x');
      const asFetch = staff.agent[method](path).send({ username: 'x', password: 'x' });
      const answers = [
        await asForm.set('Sec-Fetch-Site', 'cross-site').set('Origin', 'https://evil.example'),
        await asMultipart.set('Origin', 'https://evil.example'),
        await asFetch.set('Sec-Fetch-Site', 'same-site'),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect((await staff.agent.get('/api/auth/user')).status).toBe(200);
    },
  );
});

describe('request from Clearwatch pages', () => {
  it('a request from Clearwatch pages passes with browser headers', async () => {
    const { status } = await staff.agent
      .patch('/api/unusual-activities/1/review')
      .set('Sec-Fetch-Site', 'same-origin')
      .set('Origin', gateway.url)
      .send({});
    expect(status).toBe(200);
  });

  it('a request must contain JSON where JSON is expected [security 4.4]', async () => {
    const { status } = await request(gateway.server)
      .post('/api/auth/login')
      .type('form')
      .send({ username: 'member.of.staff', password: PASSWORD });
    expect(status).toBe(415);
    const plain = await staff.agent
      .patch('/api/unusual-activities/1/review')
      .set('Content-Type', 'text/plain')
      .send('{}');
    expect(plain.status).toBe(415);
  });

  it('a request gets a clear error for a body that is too large or not JSON', async () => {
    const post = (body: string) =>
      request(gateway.server).post('/api/auth/login').set('Content-Type', 'application/json').send(body);
    expect((await post(`{"username":"${'x'.repeat(100_000)}"}`)).status).toBe(413);
    expect(await post('{"username":')).toMatchObject({
      status: 400,
      text: 'The request body is not valid JSON.',
    });
  });
});

describe('every response', () => {
  it('every response has a strict content security policy with a new nonce [security 4.5, 4.7]', async () => {
    const answers = [
      await request(gateway.server).get('/'),
      await request(gateway.server).get('/api/auth/user'),
      await staff.agent.get('/api/metrics/30'),
    ];
    const policies = answers.map(({ headers }) => headers['content-security-policy'] ?? '');
    expect(new Set(policies).size).toBe(3);
    for (const policy of policies) {
      expect(policy.replace(/nonce-[^']+/, 'nonce-X').split(';')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'nonce-X'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ]);
    }
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      });
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('every API response forbids caching', async () => {
    for (const path of ['/api/auth/user', '/api/health', '/api/metrics/30', '/api/nothing']) {
      expect((await staff.agent.get(path)).headers['cache-control']).toBe('no-store');
    }
  });

  it('every response has a request id that the browser cannot choose', async () => {
    const { headers } = await request(gateway.server).get('/api/health').set('X-Request-Id', 'chosen-by-me');
    expect(headers['x-request-id']).not.toBe('chosen-by-me');
  });
});

describe('unknown address', () => {
  it.each([
    '/api/nothing',
    '/api/auth/user/x.css',
    '/api',
    '/api/internal/sign-in',
    '/.env',
    '/.git/config',
    '/assets/x.js',
  ])('an unknown address returns 404 in plain text for %s, signed in or not [security 4.12]', async (path) => {
    for (const agent of [request(gateway.server), staff.agent]) {
      const { status, text, headers } = await agent.get(path).set('Accept', 'text/html');
      expect(status).toBe(404);
      expect(text).toBe('This address does not exist.');
      expect(headers['content-type']).toMatch(/^text\/plain/);
    }
  });
});

describe('host name of a request', () => {
  const get = (host: string, path = '/api/auth/user') => request(gateway.server).get(path).set('Host', host);

  it.each(['localhost', 'LOCALHOST:4000', '127.0.0.1:3000', '[::1]:3000', 'localhost.'])(
    'a request under the loopback name %s is answered',
    async (host) => {
      expect((await get(host)).status).toBe(401);
    },
  );

  it.each(['evil.example', 'localhost.evil.example', '10.0.0.5:3000', 'x'])(
    'a request under the unknown name %s is refused, so that no other name can point here [finding E 16]',
    async (host) => {
      for (const path of ['/api/auth/user', '/api/auth/login', '/', '/assets/index-abc123.js']) {
        const { status, text } = await get(host, path);
        expect([path, status, text]).toEqual([path, 403, expect.stringMatching(/ALLOWED_HOSTS/)]);
      }
    },
  );

  it('a forwarded host name is ignored without a trusted proxy', async () => {
    expect((await get('evil.example').set('X-Forwarded-Host', 'localhost')).status).toBe(403);
  });

  it('health checks of load balancers may use an address', async () => {
    expect((await get('10.1.2.3:3000', '/api/health')).status).not.toBe(403);
  });
});
