import type { PolicyBacktest, PolicyBody } from '@clearwatch/contracts/detection-policy.dto';
import { DETECTORS } from '@clearwatch/domain/detection/detectors/detector-registry';
import { defaultPolicy } from '@clearwatch/domain/detection/policy-document';
import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { DetectionQueue } from '../detection/detection-runs.repository.ts';
import { ProjectionService } from '../projection/projection.service.ts';
import {
  type LedgerEntry,
  largeCredit,
  personFixture,
  structuredDeposits,
  TestLedger,
} from '../testing/analytics-ledger-fixtures.ts';
import { type RunningAnalytics, startAnalytics, type TestUser } from '../testing/analytics-test-context.ts';
import { ordinaryEntries } from '../testing/detection-test-context.ts';

const BACKTESTS = '/api/detection/tryouts'; // cspell:ignore tryout tryouts
const ADMIN: TestUser = { id: 1, name: 'ada', role: 'Admin' };

let database: TestDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;

/** Enables only the two rules that these histories trigger. */
const OTHERS_OFF = Object.fromEntries(
  Object.keys(DETECTORS)
    .filter((activityType) => activityType !== 'structuring' && activityType !== 'large_credit')
    .map((activityType) => [activityType, 'Not of this test']),
);
const { sensitivity } = defaultPolicy();
const candidate = (parameters: PolicyBody['parameters'], switchedOff: PolicyBody['switchedOff'] = {}) => ({
  sensitivity,
  parameters,
  switchedOff: { ...OTHERS_OFF, ...switchedOff },
});

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database, { role: 'all' });
  await ledger.client.query(
    `INSERT INTO analytics.detection_policies (version, body, reason, created_by) VALUES (2, $1, 'Two rules', 'ada')`,
    [JSON.stringify({ ...defaultPolicy(), version: 2, switchedOff: OTHERS_OFF })],
  );
  await analyze([
    ...ordinaryEntries(1, 2, 3),
    // Not a multiple of $100, which would trigger another rule.
    ...structuredDeposits(personFixture(1), '2026-08-03').map((entry) => ({
      ...entry,
      amount: `${entry.amount.slice(0, 2)}11.00`,
    })),
    largeCredit(personFixture(2), '2026-08-17'),
    { ...largeCredit(personFixture(3), '2026-08-17'), amount: '8500.00' },
  ]);
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});

async function analyze(entries: readonly LedgerEntry[]): Promise<void> {
  const projected = await analytics.app.get(ProjectionService, { strict: false }).project(await ledger.import(entries));
  if (projected.outcome === 'not_stored') throw new Error('the import was not stored');
  await analytics.app.get(DetectionQueue, { strict: false }).enqueueOpenWork(projected.runId);
  await waitUntil('the import is analyzed', async () => {
    const { rows } = await ledger.client.query('SELECT state FROM analytics.detection_runs WHERE id = $1', [
      projected.runId,
    ]);
    return rows[0].state === 'finished';
  });
}

const start = (body: object, user = ADMIN) => analytics.post(BACKTESTS, body, user);

async function runBacktest(body: object): Promise<PolicyBacktest> {
  const { status, body: begun, text } = await start(body);
  if (status !== 201) throw new Error(text);
  let backtest = begun as PolicyBacktest;
  await waitUntil('the backtest is finished', async () => {
    backtest = (await analytics.get(`${BACKTESTS}/${backtest.id}`, ADMIN)).body as PolicyBacktest;
    return backtest.state === 'finished';
  });
  return backtest;
}

const rowOf = ({ rows }: PolicyBacktest, activityType: string) => rows.find((row) => row.activityType === activityType);
const samplesOf = ({ alerts }: PolicyBacktest, sample: string) =>
  alerts
    .filter((alert) => alert.sample === sample)
    .map(({ activityType, accountNumber }) => ({ activityType, accountNumber }));
const structuring = { activityType: 'structuring', accountNumber: personFixture(1).account };
const large = { activityType: 'large_credit', accountNumber: personFixture(2).account };
const justBelow = { activityType: 'large_credit', accountNumber: personFixture(3).account };

describe('backtest on the full history', () => {
  it('a backtest of the current policy adds and removes no alerts, and shows alerts just below the line', async () => {
    const backtest = await runBacktest(candidate({}));
    expect(backtest).toMatchObject({ state: 'finished', comparedWith: 2, shards: 1, shardsDone: 1 });
    expect(backtest.rows.map(({ activityType }) => activityType)).toEqual(Object.keys(DETECTORS));
    const unchanged = { now: 1, candidate: 1, gained: 0, lost: 0, lostSuspicious: 0, lostFalsePositive: 0 };
    expect(backtest.rows.filter(({ now, candidate: then }) => now + then > 0)).toEqual([
      { activityType: 'structuring', ...unchanged },
      { activityType: 'large_credit', ...unchanged },
    ]);
    expect(samplesOf(backtest, 'below_the_line')).toEqual([justBelow]);
    expect(backtest.alerts).toHaveLength(1);
    expect(backtest.alerts[0]).toMatchObject({
      memberId: expect.any(Number) as number,
      memberName: 'Test3 Sampleton',
      firstName: 'Test3',
      lastName: 'Sampleton',
      amount: '8500.00',
      activityDate: '2026-08-17',
      riskLevel: 'medium',
      outcome: null,
    });
    expect(backtest.alerts[0]?.description).toContain('8,500');
  });

  it('a backtest lists added and removed alerts, and the decisions on removed alerts', async () => {
    const { rows } = await ledger.client.query(
      'SELECT id, activity_type FROM analytics.unusual_activities ORDER BY activity_type',
    );
    expect(rows.map(({ activity_type: type }) => type)).toEqual(['large_credit', 'structuring']);
    await analytics.patch(`/api/unusual-activities/${rows[0].id}/review`, { outcome: 'explained' });
    await analytics.patch(`/api/unusual-activities/${rows[1].id}/review`, { outcome: 'escalated' });
    const alerts = await alertsAsTheyStand();

    const stricter = await runBacktest(
      candidate({ large_credit: { largeTransactionAmount: 50_000 } }, { structuring: 'Off' }),
    );
    expect(rowOf(stricter, 'structuring')).toMatchObject({
      now: 1,
      candidate: 0,
      lost: 1,
      lostSuspicious: 1,
    });
    expect(rowOf(stricter, 'large_credit')).toMatchObject({
      now: 1,
      candidate: 0,
      lost: 1,
      lostFalsePositive: 1,
    });
    expect(samplesOf(stricter, 'lost')).toHaveLength(2);
    expect(samplesOf(stricter, 'lost')).toEqual(expect.arrayContaining([structuring, large]));
    expect(stricter.alerts.find(({ activityType }) => activityType === 'structuring')).toMatchObject({
      outcome: 'escalated',
    });
    // Switched-off rules have no line, so nothing is just below it.
    expect(samplesOf(stricter, 'below_the_line')).toEqual([large]);

    const looser = await runBacktest(candidate({ large_credit: { largeTransactionAmount: 8_000 } }));
    expect(rowOf(looser, 'large_credit')).toMatchObject({ now: 1, candidate: 2, gained: 1, lost: 0 });
    expect(samplesOf(looser, 'gained')).toEqual([justBelow]);

    expect(await alertsAsTheyStand()).toEqual(alerts);
  });

  it('a backtest does not count suppressed alerts', async () => {
    const { body } = await analytics.post(
      '/api/detection/suppressions',
      { ...large, until: '2026-12-31', reason: 'Sells a farm' },
      ADMIN,
    );
    const backtest = await runBacktest(candidate({}));
    expect(rowOf(backtest, 'large_credit')).toMatchObject({ now: 0, candidate: 0 });
    await analytics.delete(`/api/detection/suppressions/${body.id}`, ADMIN);
  });

  it('a backtest neither changes the policy nor raises alerts', async () => {
    expect((await analytics.get('/api/detection/policy')).body.version).toBe(2);
    const { rows } = await ledger.client.query(
      `SELECT sum(alerts_generated)::integer AS alerts FROM analytics.detection_runs WHERE kind = 'tryout'`,
    );
    expect(rows[0].alerts).toBe(0);
  });
});

describe('starting a backtest', () => {
  it('starting a backtest deletes the user’s earlier backtest and keeps those of other users', async () => {
    const other: TestUser = { id: 2, name: 'bo', role: 'Admin' };
    const { body: others } = await start(candidate({}), other);
    const { body: first } = await start(candidate({}));
    const { body: second } = await start(candidate({}));
    expect((await analytics.get(`${BACKTESTS}/${first.id}`, ADMIN)).status).toBe(404);
    expect((await analytics.get(`${BACKTESTS}/${second.id}`, ADMIN)).status).toBe(200);
    expect((await analytics.get(`${BACKTESTS}/${others.id}`, ADMIN)).status).toBe(200);
  });

  it('starting many backtests at once leaves one, which finishes', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => start(candidate({}))));
    const { rows } = await ledger.client.query(
      `SELECT id::integer FROM analytics.detection_runs WHERE kind = 'tryout' AND requested_by = 1`,
    );
    expect(rows).toHaveLength(1);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    await waitUntil('the one that is left is finished', async () => {
      const { body } = await analytics.get(`${BACKTESTS}/${rows[0].id}`, ADMIN);
      return body.state === 'finished';
    });
  });

  it('backtests older than a day are hidden, and starting another backtest deletes them', async () => {
    const { id } = await runBacktest(candidate({}));
    await ledger.client.query(
      `UPDATE analytics.detection_runs SET created_at = now() - interval '25 hours' WHERE id = $1`,
      [id],
    );
    expect((await analytics.get(`${BACKTESTS}/${id}`, ADMIN)).status).toBe(404);
    await start(candidate({}), { id: 3, name: 'cleo', role: 'Admin' });
    const { rows } = await ledger.client.query('SELECT 1 FROM analytics.try_out_counts WHERE run_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('starting a backtest is audited with the number of changes, but without accounts', async () => {
    await ledger.client.query('TRUNCATE analytics.audit_outbox');
    const { body } = await start(candidate({ large_credit: { largeTransactionAmount: 50_000 } }));
    const { rows } = await ledger.client.query(
      'SELECT action, actor_name, subject_type, subject_id, detail FROM analytics.audit_outbox',
    );
    expect(rows).toEqual([
      {
        action: 'policy.tried_out',
        actor_name: 'ada',
        subject_type: 'policy',
        subject_id: '2',
        detail: { tryOut: body.id, changes: 1 },
      },
    ]);
  });

  it('a backtest is refused with a list of every problem in the policy, and to users who are not admins', async () => {
    const bad = await start(candidate({ structuring: { imagined: 1 }, kindness: {} }));
    expect(bad.status).toBe(400);
    expect(bad.text).toBe('structuring has no parameter "imagined". There is no rule "kindness".');
    const user: TestUser = { id: 7, name: 'anna' };
    expect((await start(candidate({}), user)).status).toBe(403);
    expect((await analytics.get(`${BACKTESTS}/1`, user)).status).toBe(403);
    expect((await analytics.get(`${BACKTESTS}/999999`, ADMIN)).status).toBe(404);
  });
});

async function alertsAsTheyStand(): Promise<unknown[]> {
  const { rows } = await ledger.client.query('SELECT * FROM analytics.unusual_activities ORDER BY id');
  return rows;
}
