import { defaultPolicy } from '@clearwatch/domain/detection/policy-document';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { startAnalytics } from '../testing/analytics-test-context.ts';
import { PolicyService } from './policy.service.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

async function asOwner<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

it('several processes that start at the same time store the catalogue’s defaults only once, as policy version 1', async () => {
  const services = await Promise.all([startAnalytics(database), startAnalytics(database), startAnalytics(database)]);
  const { rows } = await asOwner((client) => client.query('SELECT version, reason FROM analytics.detection_policies'));
  expect(rows).toEqual([{ version: 1, reason: 'Default values' }]);
  const [first] = services;
  const { manager } = first.app.get(DataSource);
  expect(await first.app.get(PolicyService, { strict: false }).read(manager, 1)).toEqual(defaultPolicy());
  await Promise.all(services.map((service) => service.stop()));
});

it('the institution’s own policy is kept at the next startup, and an invalid one is not used', async () => {
  await asOwner((client) =>
    client.query(
      `INSERT INTO analytics.detection_policies (version, body, reason, created_by)
       VALUES (4, '{"version": 4, "sensitivity": "extreme", "parameters": {}}', 'Ours', 'admin')`,
    ),
  );
  const analytics = await startAnalytics(database);
  const policies = analytics.app.get(PolicyService, { strict: false });
  const { manager } = analytics.app.get(DataSource);
  expect(await policies.currentVersion(manager)).toBe(4);
  await expect(policies.read(manager, 4)).rejects.toThrow('Detection policy 4 cannot be used: sensitivity must be');
  await analytics.stop();
});
