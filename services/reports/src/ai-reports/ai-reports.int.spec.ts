import { randomBytes } from 'node:crypto';
import { type FreshDatabase, freshDatabase } from '@clearwatch/infra-postgres/testing/fresh-database';
import { createServiceApplication } from '@clearwatch/service-kit/boot/boot-service';
import { serviceModule } from '@clearwatch/service-kit/boot/service-module';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { createLogger } from '@clearwatch/service-kit/logging/logger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Client } from 'pg';
import request from 'supertest';
import { defineReports } from '../reports.service-definition.ts';

const KEYS = randomBytes(32).toString('hex');
let database: FreshDatabase;
let app: NestExpressApplication;

beforeAll(async () => {
  database = await freshDatabase();
  const environment = readEnvironment(ServiceEnvironment, {
    PORT: '0',
    DATABASE_URL: database.urlFor('reports'),
    IDENTITY_KEYS: KEYS,
    LOG_LEVEL: 'silent',
  });
  const logger = createLogger({ service: 'reports', level: 'silent' });
  app = await createServiceApplication(serviceModule(defineReports(environment), logger), {
    logger,
    name: 'reports',
  });
  await app.init();
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

async function get(path: string): Promise<request.Response> {
  const actor = {
    userId: 7,
    username: 'anna',
    role: 'User' as const,
    requestId: 'test-request',
    address: null,
  };
  const identity = await signIdentity(actor, 'reports', new IdentityKeys(KEYS));
  return request(app.getHttpServer()).get(path).set(IDENTITY_HEADER, identity);
}

describe('the reports service', () => {
  it('is healthy', async () => {
    const { status, body } = await request(app.getHttpServer()).get('/health');
    expect([status, body.status]).toEqual([200, 'up']);
  });

  it('answers an empty list while there are no reports, to staff only', async () => {
    const { status, body, headers } = await get('/api/reports');
    expect([status, body, headers['x-total-count']]).toEqual([200, [], '0']);
    expect((await request(app.getHttpServer()).get('/api/reports')).status).toBe(401);
  });

  it('answers the newest first, page by page, without their content', async () => {
    const client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    await client.query(`
      INSERT INTO reports.ai_reports (report_type, title, content, date_range_start, generated_at) VALUES
        ('custom', 'First', 'text', '2026-01-01', '2026-06-01T10:00:00Z'),
        ('custom', 'Third', 'text', NULL, '2026-06-03T10:00:00Z'),
        ('executive_summary', 'Second', 'text', NULL, '2026-06-02T10:00:00Z')`);
    await client.end();
    const { body, headers } = await get('/api/reports?page=2&pageSize=2');
    expect(headers['x-total-count']).toBe('3');
    expect(body).toEqual([
      {
        id: 1,
        reportType: 'custom',
        title: 'First',
        dateRangeStart: '2026-01-01',
        dateRangeEnd: null,
        generatedAt: '2026-06-01T10:00:00.000Z',
      },
    ]);
    const titles = (await get('/api/reports')).body.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(['Third', 'Second', 'First']);
  });

  it.each(['page=0', 'pageSize=501', 'sort=title'])('refuses %s', async (query) => {
    expect((await get(`/api/reports?${query}`)).status).toBe(400);
  });
});
