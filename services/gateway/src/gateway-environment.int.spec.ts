import request from 'supertest';
import { insertUserWithTwoFactor, PASSWORD } from '../../auth/src/testing/user-fixtures.ts';
import { createSignedInUser, type GatewayTestContext, startGateway } from './testing/gateway-test-context.ts';

let gateway: GatewayTestContext;

beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_PATH: '/clearwatch' });
});

afterAll(() => gateway.close());

const page = (path: string) => request(gateway.server).get(path).set('Accept', 'text/html');

describe('gateway behind a path prefix', () => {
  it.each(['/clearwatch', '/clearwatch/', '/clearwatch/import?alert=7', '/import'])(
    'the page is served with the path prefix at %s, whether or not the proxy removes it',
    async (path) => {
      const { status, text } = await page(path);
      expect(status).toBe(200);
      expect(text).toContain('<meta name="public-path" content="/clearwatch">');
    },
  );

  it.each(['/clearwatch/assets/index-abc123.js', '/assets/index-abc123.js'])(
    'scripts are served behind a path prefix at %s',
    async (path) => {
      const { status, headers } = await request(gateway.server).get(path);
      expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/javascript/)]);
    },
  );

  it('a path that only starts with the same characters as the path prefix returns 404', async () => {
    expect((await request(gateway.server).get('/clearwatchful/assets/index-abc123.js')).status).toBe(404);
  });

  it('URLs are forwarded to services without the path prefix', async () => {
    const staff = await createSignedInUser(gateway, { username: 'below.path' });
    const { status, body } = await staff.agent.get('/clearwatch/api/unusual-activities?page=2');
    expect([status, body]).toEqual([200, { method: 'GET', url: '/api/unusual-activities?page=2' }]);
  });

  it('the name of the session cookie includes the path prefix, while its path is the whole host', async () => {
    const { username, code } = await insertUserWithTwoFactor(gateway.auth.owner, { username: 'cookie.path' });
    const agent = request.agent(gateway.server);
    const answer = await agent
      .post('/clearwatch/api/auth/login')
      .send({ username, password: PASSWORD, twoFactorCode: await code() });
    expect(answer.headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^clearwatch\.clearwatch=[^;]+; Path=\/;/),
    );
    const out = await agent.post('/clearwatch/api/auth/logout').send({});
    // The cookies of other applications on the host must be kept.
    expect(out.headers['clear-site-data']).toBe('"cache"');
    expect((await agent.get('/clearwatch/api/auth/user')).status).toBe(401);
  });

  it('the OpenAPI description has the path prefix as its server, and its page uses relative file URLs', async () => {
    const staff = await createSignedInUser(gateway, { username: 'reads.docs' });
    const { body } = await staff.agent.get('/clearwatch/api/docs/openapi.json');
    expect(body).toMatchObject({
      servers: [{ url: '/clearwatch' }],
      components: { securitySchemes: { session: { name: '__Host-clearwatch.clearwatch' } } },
    });
    const docs = await staff.agent.get('/clearwatch/api/docs');
    expect(docs.text).toContain('src="docs/start.js"');
    expect((await staff.agent.get('/clearwatch/api/docs/start.js')).text).toContain("url: 'docs/openapi.json'");
  });

  it('access is checked with and without the path prefix', async () => {
    for (const path of ['/clearwatch/api/users', '/api/users']) {
      expect([path, (await request(gateway.server).get(path)).status]).toEqual([path, 401]);
    }
  });
});

// cspell:ignore clearwatchful
