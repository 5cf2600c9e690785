import { QUEUES } from '@clearwatch/contracts/job-definition';
import { IMPORT_UNDONE, TRANSACTIONS_IMPORTED } from '@clearwatch/contracts/jobs.dto';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Reconciler } from '@clearwatch/service-kit/jobs/reconciler';
import { openQueue, QUEUE_BACKENDS, queueEnvironment } from '@clearwatch/service-kit/testing/queue-fixtures';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import {
  burstOfDebits,
  largeCredit,
  ordinaryActivity,
  personFixture,
  structuredDeposits,
  TestLedger,
} from './testing/analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics } from './testing/analytics-test-context.ts';
import { undoImport } from './testing/detection-test-context.ts';

/** One of the 16 Redis databases, so that test files can run in parallel. */
const REDIS_DATABASE = 11;

describe.each(QUEUE_BACKENDS)('from an import to its alerts, queues on %s', (backend) => {
  let database: TestDatabase;
  let ledger: TestLedger;
  let analytics: RunningAnalytics;

  beforeAll(async () => {
    database = await createTestDatabase();
    const environment = queueEnvironment(backend, {
      databaseUrl: database.urlFor('analytics'),
      queueUrl: database.ownerUrl,
      redisDatabase: REDIS_DATABASE,
    });
    ledger = await TestLedger.at(database.ownerUrl);
    for (const name of Object.values(QUEUES)) {
      const queue = openQueue(name, environment);
      await queue.obliterate({ force: true });
      await queue.close();
    }
    analytics = await startAnalytics(database, { role: 'all', redisUrl: environment.REDIS_URL });
  });
  afterAll(async () => {
    await analytics.stop();
    await ledger.close();
    await database.drop();
  });

  const runs = async (importId: number): Promise<{ state: string; alerts_generated: number }[]> =>
    (
      await ledger.client.query('SELECT state, alerts_generated FROM analytics.detection_runs WHERE import_id = $1', [
        importId,
      ])
    ).rows;
  const isAnalyzed = async (importId: number) => (await runs(importId))[0]?.state === 'finished';

  const injected = () => [
    ...[1, 2, 3].flatMap((number) => ordinaryActivity(personFixture(number))),
    ...structuredDeposits(personFixture(1), '2026-08-03'),
    largeCredit(personFixture(2), '2026-08-17'),
  ];

  it('a stored import appears on the dashboard and its alerts in the list', async () => {
    const importId = await ledger.import(injected());
    await analytics.app.get(JobProducer, { strict: false }).enqueue(TRANSACTIONS_IMPORTED, { importId });
    await waitUntil('the import is analyzed', () => isAnalyzed(importId));
    expect(await runs(importId)).toEqual([{ state: 'finished', alerts_generated: 2 }]);
    const { body } = await analytics.get('/api/unusual-activities');
    expect(body.map(({ activityType }: { activityType: string }) => activityType).toSorted()).toEqual([
      'large_credit',
      'structuring',
    ]);
    expect((await analytics.get('/api/metrics/365')).body.activeMembers).toBe(3);
    const top = (await analytics.get('/api/top-depositors/3/365')).body;
    expect(top.map(({ riskLevel }: { riskLevel: string }) => riskLevel)).toEqual(['high', 'high', 'low']);
  });

  it('an import whose job was lost is analyzed later', async () => {
    const importId = await ledger.import([largeCredit(personFixture(3), '2026-08-17')]);
    await ledger.client.query(`UPDATE ledger.imports SET finished_at = now() - interval '1 minute'`);
    await analytics.app.get(Reconciler, { strict: false }).round();
    await waitUntil('the import is analyzed', () => isAnalyzed(importId));
    expect(await runs(importId)).toEqual([{ state: 'finished', alerts_generated: 1 }]);
  });

  it('an undone import disappears from the dashboard and its alerts from the list', async () => {
    const runOf = async (importId: number) =>
      (
        await ledger.client.query(`SELECT state FROM analytics.detection_runs WHERE import_id = $1 AND kind = 'undo'`, [
          importId,
        ])
      ).rows[0]?.state;
    const typesNow = async () =>
      (await analytics.get('/api/unusual-activities')).body.map(
        ({ activityType }: { activityType: string }) => activityType,
      );
    const before = await typesNow();
    const importId = await ledger.import(burstOfDebits(personFixture(1), '2026-09-10'));
    await analytics.app.get(JobProducer, { strict: false }).enqueue(TRANSACTIONS_IMPORTED, { importId });
    await waitUntil('the import is analyzed', () => isAnalyzed(importId));
    expect(await typesNow()).toContain('velocity_anomaly');
    const notified = await ledger.import([{ ...personFixture(9), amount: '1.00', type: 'Credit', day: '2026-09-11' }]);
    await analytics.app.get(JobProducer, { strict: false }).enqueue(TRANSACTIONS_IMPORTED, { importId: notified });
    await waitUntil('the other import is analyzed', () => isAnalyzed(notified));
    expect((await analytics.get('/api/metrics/365')).body.activeMembers).toBe(4);

    await undoImport(ledger.client, notified);
    await analytics.app.get(JobProducer, { strict: false }).enqueue(IMPORT_UNDONE, { importId: notified });
    await waitUntil('the one is revised', async () => (await runOf(notified)) === 'finished');
    // No job is queued for this undo, so the reconciler must find it.
    await undoImport(ledger.client, importId);
    await ledger.client.query(`UPDATE ledger.imports SET undone_at = now() - interval '1 minute'`);
    await analytics.app.get(Reconciler, { strict: false }).round();
    await waitUntil('the other is revised', async () => (await runOf(importId)) === 'finished');
    expect(await typesNow()).toEqual(before);
    expect((await analytics.get('/api/metrics/365')).body.activeMembers).toBe(3);
  });
});
