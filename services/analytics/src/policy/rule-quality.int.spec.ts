import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { TestLedger } from '../testing/analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics } from '../testing/analytics-test-context.ts';

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database);
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});

const quality = async () => (await analytics.get('/api/detection/quality')).body;

it('rule quality counts alerts for each rule and policy version by outcome, and updates after a review', async () => {
  expect(await quality()).toEqual([]);
  await ledger.client.query(`
    INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
      description, evidence, rule_version, policy_version, reviewed, review_outcome)
    SELECT type, '4711', row_number() OVER (), '2026-06-01', 100, 'x', '{}', 1, policy, reviewed, outcome
      FROM (VALUES ('structuring', 1, true, 'false_positive'), ('structuring', 1, true, 'explained'),
                   ('structuring', 1, true, 'suspicious'), ('structuring', 1, true, NULL),
                   ('structuring', 1, false, NULL), ('structuring', 2, true, 'escalated'),
                   ('a_rule_of_old', 1, false, NULL)) AS v (type, policy, reviewed, outcome)`);
  const none = { falsePositive: 0, explained: 0, suspicious: 0, escalated: 0, unstated: 0, open: 0 };
  const first = {
    activityType: 'structuring',
    policyVersion: 1,
    alerts: 5,
    open: 1,
    falsePositive: 1,
    explained: 1,
    suspicious: 1,
    escalated: 0,
    unstated: 1,
    falsePositiveRate: '66.7',
  };
  expect(await quality()).toEqual([
    { ...none, activityType: 'a_rule_of_old', policyVersion: 1, alerts: 1, open: 1, falsePositiveRate: null },
    {
      ...none,
      activityType: 'structuring',
      policyVersion: 2,
      alerts: 1,
      escalated: 1,
      falsePositiveRate: '0.0',
    },
    first,
  ]);

  const { rows } = await ledger.client.query(
    `SELECT id FROM analytics.unusual_activities WHERE NOT reviewed AND activity_type = 'structuring'`,
  );
  const reviewed = await analytics.patch(`/api/unusual-activities/${rows[0].id}/review`, {
    outcome: 'false_positive',
  });
  expect(reviewed.status).toBe(200);
  const after = { ...first, open: 0, falsePositive: 2, falsePositiveRate: '75.0' };
  expect(await quality()).toContainEqual(after);
});
