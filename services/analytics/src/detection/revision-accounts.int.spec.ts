import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { DataSource } from 'typeorm';
import { randomEntries, TestLedger } from '../testing/analytics-ledger-fixtures.ts';
import {
  countEntriesRead,
  type RunningAnalytics,
  seededRandom,
  startAnalytics,
} from '../testing/analytics-test-context.ts';
import { ShardPlanningRepository } from './shard-planning.service.ts';

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;
beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database, { role: 'worker' });
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});

const ALERTS = 300;

describe('revision query', () => {
  it('the query for alerts with changed evidence looks up their entries without reading the whole ledger', async () => {
    const importId = await ledger.import(randomEntries(2_000, seededRandom(1)));
    await ledger.client.query(
      `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
         description, evidence, rule_version, policy_version)
       SELECT 'structuring', account_number, id, '2026-03-02', 1, '', jsonb_build_object('entries', jsonb_build_array(
         jsonb_build_object('transactionId', id::text, 'source', jsonb_build_object('importId', $1::text)))), 1, 1
       FROM ledger.transactions LIMIT ${ALERTS}`,
      [importId],
    );
    await ledger.client.query('ANALYZE ledger.transactions; ANALYZE analytics.unusual_activities');
    const repository = analytics.app.get(ShardPlanningRepository, { strict: false });

    const { found, read } = await analytics.app.get(DataSource).transaction(async (manager) => {
      await manager.query(`CREATE TEMPORARY TABLE removed_entries (account_number text) ON COMMIT DROP`);
      const entries = await countEntriesRead(manager, () => repository.beginTouchedByRemoval(manager));
      const accounts = await manager.query('SELECT account_number FROM touched');
      return { found: accounts.length, read: entries };
    });

    // Each entry in the evidence, once.
    expect([found, read]).toEqual([0, ALERTS]);
  });
});
