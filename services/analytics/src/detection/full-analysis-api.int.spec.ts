import { QUEUES } from '@clearwatch/contracts/job-definition';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { IDENTITY_HEADER } from '@clearwatch/service-kit/identity/identity-token';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { ProjectionService } from '../projection/projection.service.ts';
import { largeCredit, ordinaryActivity, personFixture, TestLedger } from '../testing/analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics } from '../testing/analytics-test-context.ts';
import { FullAnalysisService } from './full-analysis.service.ts';

const ANNA = {
  userId: 7,
  username: 'anna',
  role: 'User' as const,
  requestId: 'test-request',
  address: '192.0.2.1',
};
const NEVER = new AbortController().signal;

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;
beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database, { role: 'all' });
  await analytics.app
    .get(ProjectionService, { strict: false })
    .project(
      await ledger.import([
        ...[1, 2].flatMap((n) => ordinaryActivity(personFixture(n))),
        largeCredit(personFixture(1), '2026-08-17'),
      ]),
    );
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});

const service = () => analytics.app.get(FullAnalysisService, { strict: false });
const requested = async () =>
  (
    await ledger.client.query(
      `SELECT subject_id, detail FROM analytics.audit_outbox WHERE action = 'analysis.requested' ORDER BY at`,
    )
  ).rows;

describe('full analysis requests', () => {
  it('the full analysis status shows no analysis before the first one', async () => {
    const { body } = await analytics.get('/api/analytics/full-analysis');
    expect(body).toMatchObject({ runId: null, state: null, shards: 0, alertsGenerated: 0 });
  });

  it('a full analysis request returns the number of alerts at the end, and simultaneous requests share one analysis', async () => {
    const both = await Promise.all(
      [1, 2].map(() => analytics.post('/api/analytics/detect-fraud', { analyzeAllData: true })),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.map(({ body }) => body)).toEqual([
      { runId: both[0]?.body.runId, alertsGenerated: 1 },
      { runId: both[0]?.body.runId, alertsGenerated: 1 },
    ]);
    expect(new Set((await requested()).map(({ detail }) => detail.joined))).toEqual(new Set([false, true]));
    expect((await analytics.get('/api/analytics/full-analysis')).body).toMatchObject({
      runId: both[0]?.body.runId,
      state: 'finished',
      shardsDone: 1,
      shards: 1,
      alertsGenerated: 1,
      requestedBy: 'anna',
      finishedAt: expect.any(String),
    });
  });

  it('a second full analysis raises no alerts on unchanged data', async () => {
    const { body } = await analytics.post('/api/analytics/detect-fraud', { analyzeAllData: true });
    expect(body.alertsGenerated).toBe(0);
  });

  it.each([[{}], [{ analyzeAllData: false }], [{ analyzeAllData: true, more: 1 }]])(
    'a full analysis request is refused with the body %j',
    async (body) => {
      expect((await analytics.post('/api/analytics/detect-fraud', body)).status).toBe(400);
    },
  );

  it('a full analysis request is refused without an identity', async () => {
    const { status } = await analytics.http().post('/api/analytics/detect-fraud').set(IDENTITY_HEADER, 'x');
    expect(status).toBe(401);
  });

  it('a full analysis continues when the client disconnects', async () => {
    const disconnected = AbortSignal.abort();
    const left = await service().analyze(ANNA, disconnected);
    expect(left.isDone).toBe(false);
    expect(await service().analyze(ANNA, NEVER)).toMatchObject({ isDone: true, alertsGenerated: 0 });
  });

  it('a full analysis request is accepted even if the wait ends before the analysis or the queue is down', async () => {
    const producer = analytics.app.get(JobProducer, { strict: false });
    const enqueue = producer.enqueue.bind(producer);
    producer.enqueue = () => Promise.reject(new Error('away'));
    const { status, body } = await analytics.post('/api/analytics/detect-fraud', { analyzeAllData: true });
    producer.enqueue = enqueue;
    expect({ status, body }).toEqual({ status: 202, body: { runId: body.runId, alertsGenerated: 0 } });
    expect((await analytics.get('/api/analytics/full-analysis')).body).toMatchObject({
      runId: body.runId,
      state: 'queued',
    });
    expect(await service().analyze(ANNA, NEVER)).toMatchObject({ runId: body.runId, isDone: true });
  });

  it('a full analysis request restarts a shard whose job has failed', async () => {
    const queue = analytics.app.get<Queue>(getQueueToken(QUEUES.detect), { strict: false });
    await queue.pause();
    const { runId } = await service().analyze(ANNA, NEVER, 0);
    await queue.obliterate({ force: true });
    await queue.resume();
    expect(await service().analyze(ANNA, NEVER)).toMatchObject({ runId, isDone: true });
  });
});
