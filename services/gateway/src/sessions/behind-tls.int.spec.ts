import request from 'supertest';
import { insertUserWithTwoFactor, PASSWORD } from '../../../auth/src/testing/user-fixtures.ts';
import { type GatewayTestContext, startGateway } from '../testing/gateway-test-context.ts';

let gateway: GatewayTestContext;

beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_ORIGINS: 'https://clearwatch.example.org', TRUST_PROXY_HOPS: 1 });
});

afterAll(() => gateway.close());

describe('session cookies behind a TLS proxy', () => {
  it('a sign-in behind a TLS proxy sets a Secure __Host- cookie and HSTS [security 1.2, 4.7]', async () => {
    const { username, code } = await insertUserWithTwoFactor(gateway.auth.owner, { username: 'over.tls' });
    const { status, headers } = await request(gateway.server)
      .post('/api/auth/login')
      .set('X-Forwarded-Proto', 'https')
      .set('Host', 'clearwatch.example.org')
      .set('Origin', 'https://clearwatch.example.org')
      .send({ username, password: PASSWORD, twoFactorCode: await code() });
    expect(status).toBe(200);
    for (const name of ['__Host-clearwatch', '__Host-clearwatch-device']) {
      expect(headers['set-cookie']).toContainEqual(
        expect.stringMatching(`^${name}=[^;]+;.* Path=/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$`),
      );
    }
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('a sign-in without TLS is rejected instead of silently setting no cookie [security 1.4]', async () => {
    const { status, text } = await request(gateway.server)
      .post('/api/auth/login')
      .send({ username: 'any', password: 'any' });
    expect([status, text]).toEqual([400, 'This server accepts only https. Use its https:// address.']);
  });

  it('the local health check is answered without TLS', async () => {
    expect((await request(gateway.server).get('/api/health')).status).toBe(200);
  });
});
