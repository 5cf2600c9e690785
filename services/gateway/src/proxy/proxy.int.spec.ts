import { IDENTITY_HEADER, IdentityKeys, verifyIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { IDENTITY_KEY } from '../../../auth/src/testing/auth-test-context.ts';
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
  staff = await createSignedInUser(gateway, { username: 'analyst', role: 'User' });
});

afterAll(() => gateway.close());

const keys = new IdentityKeys(IDENTITY_KEY);
const identityAt = (service: 'analytics' | 'ingest') =>
  String(gateway[service].requests.at(-1)?.headers[IDENTITY_HEADER]);

describe('request forwarded to a service', () => {
  it('a forwarded request has an unchanged path and query and an identity of the user for that service only', async () => {
    const { status, body, headers } = await staff.agent.get('/api/unusual-activities?page=2&pageSize=50');
    expect(status).toBe(200);
    expect(body).toEqual({ method: 'GET', url: '/api/unusual-activities?page=2&pageSize=50' });
    const identity = identityAt('analytics');
    expect(await verifyIdentity(identity, 'analytics', keys)).toEqual({
      userId: staff.id,
      username: 'analyst',
      role: 'User',
      address: '127.0.0.1',
      requestId: headers['x-request-id'],
    });
    expect(await verifyIdentity(identity, 'ingest', keys)).toBeNull();
  });

  it('a forwarded request carries no cookie and no forged headers [security 3.7]', async () => {
    await staff.agent
      .get('/api/imports')
      .set(IDENTITY_HEADER, 'forged')
      .set('X-Request-Id', 'chosen-by-me')
      .set('X-Forwarded-For', '10.0.0.1')
      .set('Connection', `keep-alive, ${IDENTITY_HEADER}`);
    const received = gateway.ingest.requests.at(-1)?.headers ?? {};
    expect(await verifyIdentity(identityAt('ingest'), 'ingest', keys)).not.toBeNull();
    expect(received.cookie).toBeUndefined();
    expect(received['x-forwarded-for']).toBeUndefined();
    expect(received['x-request-id']).not.toBe('chosen-by-me');
  });

  it('status, text and count headers of a service are returned unchanged', async () => {
    gateway.analytics.answer = (_request, response) => {
      response
        .writeHead(409, {
          'Content-Type': 'text/plain',
          'X-Total-Count': '7',
          'Set-Cookie': 'stolen=1',
          'Cache-Control': 'public',
        })
        .end('Reviewed by another user.');
    };
    const { status, text, headers } = await staff.agent.patch('/api/unusual-activities/1/review');
    expect([status, text]).toEqual([409, 'Reviewed by another user.']);
    expect(headers).toMatchObject({ 'x-total-count': '7', 'cache-control': 'no-store' });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('a file is streamed to ingest unchanged', async () => {
    let received = 0;
    gateway.ingest.answer = (request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
      request.on('end', () => response.end('{}'));
    };
    const file = Buffer.alloc(5_000_000, 'x');
    const { status } = await staff.agent.post('/api/upload-transactions').attach('file', file, 'entries.json');
    expect(status).toBe(200);
    expect(received).toBeGreaterThan(file.length);
    expect(gateway.ingest.requests.at(-1)?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });

  it('a forwarded request returns 503 with a clear message while the service is down [fault 1.12]', async () => {
    await gateway.reports.close();
    const { status, text, headers } = await staff.agent.get('/api/reports');
    expect(status).toBe(503);
    expect(text).toBe('Reporting is not available at the moment. Please try again.');
    expect(headers['retry-after']).toBe('5');
  });

  it('a signed-in admin sees which service is down instead of a failed sign-in', async () => {
    const { agent } = await createSignedInUser(gateway, { username: 'the.admin', role: 'Admin' });
    await gateway.auth.app.close();
    const { status, text } = await agent.get('/api/users');
    expect(status).toBe(503);
    expect(text).toBe('Administration is not available at the moment. Please try again.');
  });
});
