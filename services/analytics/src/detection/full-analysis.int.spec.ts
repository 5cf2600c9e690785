import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { DataSource } from 'typeorm';
import { largeCredit, personFixture, structuredDeposits } from '../testing/analytics-ledger-fixtures.ts';
import { recordingRun, waitingSessions } from '../testing/analytics-test-context.ts';
import { DetectionTestContext, ordinaryEntries } from '../testing/detection-test-context.ts';
import { AlertChain } from './alert-chain.service.ts';
import { DetectAccountsHandler, OpenShardsFinder } from './detection.processor.ts';
import { DetectionRunsRepository } from './detection-runs.repository.ts';
import { ShardPlanningService } from './shard-planning.service.ts';

let context: DetectionTestContext;
beforeEach(async () => {
  context = await DetectionTestContext.start();
});
afterEach(async () => {
  await context.stop();
});

const injected = () => [
  ...ordinaryEntries(1, 2),
  ...structuredDeposits(personFixture(1), '2026-08-03'),
  largeCredit(personFixture(2), '2026-08-17'),
];
const forgetAlerts = () => context.ledger.client.query('DELETE FROM analytics.unusual_activities');
const reviewAll = () =>
  context.ledger.client.query(`UPDATE analytics.unusual_activities SET reviewed = true, review_outcome = 'explained'`);
const types = async () => (await context.alerts()).map((alert) => [alert['account_number'], alert['activity_type']]);
const BOTH = [
  [personFixture(1).account, 'structuring'],
  [personFixture(2).account, 'large_credit'],
];

/** Redistributes the accounts of a planned run, one shard per account. */
async function oneShardEach(runId: number): Promise<void> {
  const { client } = context.ledger;
  await client.query(
    `INSERT INTO analytics.detection_shards (run_id, shard, shards)
     SELECT run_id, row_number() OVER (ORDER BY account_number), 0 FROM analytics.detection_targets WHERE run_id = $1`,
    [runId],
  );
  await client.query(
    `UPDATE analytics.detection_targets t SET shard = n
       FROM (SELECT account_number, row_number() OVER (ORDER BY account_number) AS n
               FROM analytics.detection_targets WHERE run_id = $1) r
      WHERE t.run_id = $1 AND r.account_number = t.account_number`,
    [runId],
  );
  await client.query('DELETE FROM analytics.detection_shards WHERE run_id = $1 AND shard = 0', [runId]);
}

describe('full analysis', () => {
  it('a full analysis raises the alerts that no import raised, and none the second time', async () => {
    await context.analyze(injected());
    await forgetAlerts();
    expect(await context.analyzeAll()).toBe(2);
    expect(await types()).toEqual(BOTH);
    const before = await context.alerts();
    expect(await context.analyzeAll()).toBe(0);
    expect(await context.alerts()).toEqual(before);
  });

  it('a full analysis neither repeats alerts that imports raised nor changes reviewed alerts', async () => {
    await context.analyze(injected());
    await reviewAll();
    const { rows: before } = await context.ledger.client.query('SELECT * FROM analytics.unusual_activities');
    expect(await context.analyzeAll()).toBe(0);
    const { rows: after } = await context.ledger.client.query('SELECT * FROM analytics.unusual_activities');
    expect(after).toEqual(before);
  });

  it('a full analysis groups the accounts of one member, but not those under a very common name', async () => {
    const entry = { amount: '5.00', type: 'Debit' as const, day: '2026-08-03' };
    await context.opened([
      { ...entry, ...personFixture(1) },
      { ...entry, ...personFixture(1), account: '6000000001' },
      ...[1, 2, 3, 4].map((number) => ({ ...entry, ...personFixture(2), account: `700000000${number}` })),
    ]);
    const runId = await context.openedFull();
    await context.the(ShardPlanningService).list(runId);
    const { rows } = await context.ledger.client.query(
      `SELECT group_key, count(*)::integer AS accounts FROM analytics.detection_targets
        WHERE run_id = $1 GROUP BY 1 ORDER BY 2 DESC, 1`,
      [runId],
    );
    expect(rows.map(({ accounts }) => accounts)).toEqual([2, 1, 1, 1, 1]);
    expect(rows[0].group_key).toMatch(/^member:/);
    expect(rows[1].group_key).toBe('account:7000000001');
  });

  it('a full analysis finishes immediately on an empty ledger', async () => {
    expect(await context.analyzeAll()).toBe(0);
  });

  it('a full analysis continues without duplicates after its worker is killed while writing', async () => {
    await context.analyze(injected());
    await forgetAlerts();
    const runId = await context.openedFull();
    await context.the(ShardPlanningService).list(runId);
    await context.dyingAtTheEnd(() => expect(context.detect(runId, 0)).rejects.toThrow(/terminat/));
    expect(await context.alerts()).toEqual([]);
    const outcomes = await Promise.all([context.detect(runId, 0), context.detect(runId, 0)]);
    expect(outcomes).toContainEqual(expect.objectContaining({ kind: 'full', runFinished: true, alertsGenerated: 2 }));
    expect(await types()).toEqual(BOTH);
  });

  it('a full analysis notifies open browsers about its progress and the alerts raised', async () => {
    await context.analyze(injected());
    await forgetAlerts();
    const runId = await context.openedFull();
    await context.the(ShardPlanningService).list(runId);
    await oneShardEach(runId);
    const { run, events } = recordingRun();
    for (const shard of [1, 2]) await context.the(DetectAccountsHandler).handle({ runId, shard }, run);
    expect(events).toEqual([
      { type: 'detection.progress', runId, shardsDone: 1, shards: 2 },
      { type: 'detection.finished', runId, alertsGenerated: 2 },
    ]);
  });
});

describe('simultaneous work', () => {
  it('a full analysis raises each alert once while an import is analyzed at the same time', async () => {
    const importRun = await context.opened(injected());
    const fullRun = await context.openedFull();
    for (const runId of [importRun, fullRun]) await context.the(ShardPlanningService).list(runId);
    const { client } = context.ledger;
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM analytics.detection_runs FOR NO KEY UPDATE');
    const detecting = [importRun, fullRun].map((runId) => context.detect(runId, 0));
    await waitUntil('both wait', async () => (await waitingSessions(client)) >= 2);
    await client.query('COMMIT');
    const outcomes = await Promise.all(detecting);
    const raised = outcomes.map((outcome) => (outcome === 'done_before' ? 0 : outcome.alertsGenerated));
    expect(raised.toSorted((left, right) => left - right)).toEqual([0, 2]);
    expect(await types()).toEqual(BOTH);
  });

  it('a full analysis raises no alert on entries that are undone after it reads them', async () => {
    await context.analyze(ordinaryEntries(1, 2));
    await context.analyze([largeCredit(personFixture(2), '2026-08-17')]);
    await forgetAlerts();
    const runId = await context.openedFull();
    await context.the(ShardPlanningService).list(runId);
    context.afterNextReading(() => context.undone(2));
    expect(await context.detect(runId, 0)).toMatchObject({ alertsGenerated: 0 });
    expect(await context.alerts()).toEqual([]);
  });

  it('a full analysis that writes between an undo’s read and write leaves no alert on undone entries', async () => {
    await context.analyze(ordinaryEntries(1, 2));
    await context.analyze([largeCredit(personFixture(2), '2026-08-17')]);
    await forgetAlerts();
    const undoRun = await context.openedUndo(2);
    context.afterNextReading(async () => {
      const { rows } = await context.ledger.client.query<{ id: string }>(
        `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
           description, evidence, rule_version, policy_version)
         VALUES ('large_credit', $1, 999, '2026-08-17', 48000, '', '{"entries": [], "companies": []}', 1, 1)
         RETURNING id`,
        [personFixture(2).account],
      );
      const ids = rows.map(({ id }) => id);
      await context.the(DataSource).transaction((manager) => context.the(AlertChain).append(manager, 'raised', ids));
      await context.analyzeAll();
    });
    await context.detect(undoRun, 0);
    expect(await context.alerts()).toEqual([]);
  });

  it('a full analysis queues only its first shards, so that imports are not delayed', async () => {
    await context.analyze(injected());
    const runId = await context.openedFull();
    await context.the(ShardPlanningService).list(runId);
    await context.ledger.client.query(
      `INSERT INTO analytics.detection_shards (run_id, shard, shards)
       SELECT $1, shard, 400 FROM generate_series(1, 399) AS shard`,
      [runId],
    );
    await context.ledger.client.query(`UPDATE analytics.detection_runs SET created_at = now() - interval '1 minute'`);
    expect(await context.the(OpenShardsFinder).findOpenWork()).toHaveLength(32);
    expect((await context.the(DetectionRunsRepository).openWorkOf(runId)).shards).toHaveLength(400);
  });
});

// cspell:ignore terminat
