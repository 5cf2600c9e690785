import type { HealthReport } from '@clearwatch/contracts/system-status.dto';
import request from 'supertest';
import { createSignedInUser, type GatewayTestContext, startGateway } from '../testing/gateway-test-context.ts';

let gateway: GatewayTestContext;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(() => gateway.close());

/** Health reports are cached for a second. */
const later = () => new Promise((resolve) => setTimeout(resolve, 1_100));

describe('health check', () => {
  it('the health check covers every service, the database and the queue', async () => {
    const { status, body } = await request(gateway.server).get('/api/health');
    expect(status).toBe(200);
    const { status: overall, checks } = body as HealthReport;
    expect(overall).toBe('up');
    expect(checks.map(({ name }) => name)).toEqual(['auth', 'ingest', 'analytics', 'reports', 'database', 'queue']);
  });

  it('the health check names failed components, and shows reasons to staff only, without addresses', async () => {
    const { agent } = await createSignedInUser(gateway, { username: 'operator' });
    await gateway.ingest.close();
    await later();
    const outside = await request(gateway.server).get('/api/health');
    expect(outside.status).toBe(503);
    const report = outside.body as HealthReport;
    expect(report.checks.filter(({ state }) => state === 'down').map(({ name }) => name)).toEqual(['ingest']);
    expect(outside.text).not.toContain('reason');
    const inside = await agent.get('/api/health');
    expect(inside.text).toContain('not reachable');
    expect(inside.text).not.toContain('127.0.0.1');
  });

  it('the health check works while sessions cannot be read', async () => {
    const { agent } = await createSignedInUser(gateway, { username: 'worried' });
    await gateway.auth.owner.query('ALTER TABLE sessions.sessions RENAME TO away');
    try {
      expect((await agent.get('/api/health')).status).toBe(503);
      expect((await agent.get('/api/health')).headers['content-type']).toMatch(/json/);
    } finally {
      await gateway.auth.owner.query('ALTER TABLE sessions.away RENAME TO sessions');
    }
  });
});
