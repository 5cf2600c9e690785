import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { largeCredit, personFixture, structuredDeposits } from '../testing/analytics-ledger-fixtures.ts';
import { recordingRun, waitingSessions } from '../testing/analytics-test-context.ts';
import { DetectionTestContext, ordinaryEntries } from '../testing/detection-test-context.ts';
import { DetectAccountsHandler } from './detection.processor.ts';
import { DetectionRunsRepository } from './detection-runs.repository.ts';
import { ShardPlanningService } from './shard-planning.service.ts';

let world: DetectionTestContext;
beforeEach(async () => {
  world = await DetectionTestContext.start();
});
afterEach(async () => {
  await world.stop();
});

const planted = () => [
  ...ordinaryEntries(1, 2),
  ...structuredDeposits(personFixture(1), '2026-08-03'),
  largeCredit(personFixture(2), '2026-08-17'),
];
const forgetAlerts = () => world.ledger.client.query('DELETE FROM analytics.unusual_activities');
const reviewAll = () =>
  world.ledger.client.query(
    `UPDATE analytics.unusual_activities SET reviewed = true, review_outcome = 'explained'`,
  );
const types = async () =>
  (await world.alerts()).map((alert) => [alert['account_number'], alert['activity_type']]);
const BOTH = [
  [personFixture(1).account, 'structuring'],
  [personFixture(2).account, 'large_credit'],
];

/** Deals the accounts of a listed run out anew, each into a shard of its own. */
async function oneShardEach(runId: number): Promise<void> {
  const { client } = world.ledger;
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

describe('an analysis of everybody', () => {
  it('raises what no import has, and the second time nothing', async () => {
    await world.analysed(planted());
    await forgetAlerts();
    expect(await world.analysedFully()).toBe(2);
    expect(await types()).toEqual(BOTH);
    const before = await world.alerts();
    expect(await world.analysedFully()).toBe(0);
    expect(await world.alerts()).toEqual(before);
  });

  it('raises nothing that imports have raised, and touches nothing that is reviewed', async () => {
    await world.analysed(planted());
    await reviewAll();
    const { rows: before } = await world.ledger.client.query('SELECT * FROM analytics.unusual_activities');
    expect(await world.analysedFully()).toBe(0);
    const { rows: after } = await world.ledger.client.query('SELECT * FROM analytics.unusual_activities');
    expect(after).toEqual(before);
  });

  it('looks at the accounts of one member side by side, and at those of a name that is too common apart', async () => {
    const entry = { amount: '5.00', type: 'Debit' as const, day: '2026-08-03' };
    await world.opened([
      { ...entry, ...personFixture(1) },
      { ...entry, ...personFixture(1), account: '6000000001' },
      ...[1, 2, 3, 4].map((number) => ({ ...entry, ...personFixture(2), account: `700000000${number}` })),
    ]);
    const runId = await world.openedFull();
    await world.the(ShardPlanningService).list(runId);
    const { rows } = await world.ledger.client.query(
      `SELECT group_key, count(*)::integer AS accounts FROM analytics.detection_targets
        WHERE run_id = $1 GROUP BY 1 ORDER BY 2 DESC, 1`,
      [runId],
    );
    expect(rows.map(({ accounts }) => accounts)).toEqual([2, 1, 1, 1, 1]);
    expect(rows[0].group_key).toMatch(/^member:/);
    expect(rows[1].group_key).toBe('account:7000000001');
  });

  it('of an empty ledger is finished at once', async () => {
    expect(await world.analysedFully()).toBe(0);
  });

  it('goes on without duplicates after its worker was killed while it wrote', async () => {
    await world.analysed(planted());
    await forgetAlerts();
    const runId = await world.openedFull();
    await world.the(ShardPlanningService).list(runId);
    await world.dyingAtTheEnd(() => expect(world.detect(runId, 0)).rejects.toThrow(/terminat/));
    expect(await world.alerts()).toEqual([]);
    const outcomes = await Promise.all([world.detect(runId, 0), world.detect(runId, 0)]);
    expect(outcomes).toContainEqual(
      expect.objectContaining({ kind: 'full', runFinished: true, alertsGenerated: 2 }),
    );
    expect(await types()).toEqual(BOTH);
  });

  it('tells open browsers how far it is, and at the end what it has raised', async () => {
    await world.analysed(planted());
    await forgetAlerts();
    const runId = await world.openedFull();
    await world.the(ShardPlanningService).list(runId);
    await oneShardEach(runId);
    const { run, events } = recordingRun();
    for (const shard of [1, 2]) await world.the(DetectAccountsHandler).handle({ runId, shard }, run);
    expect(events).toEqual([
      { type: 'detection.progress', runId, shardsDone: 1, shards: 2 },
      { type: 'detection.finished', runId, alertsGenerated: 2 },
    ]);
  });
});

describe('an analysis of everybody beside other work', () => {
  it('and an import that is analysed at the same time raise each alert once', async () => {
    const importRun = await world.opened(planted());
    const fullRun = await world.openedFull();
    for (const runId of [importRun, fullRun]) await world.the(ShardPlanningService).list(runId);
    const { client } = world.ledger;
    await client.query('BEGIN');
    await client.query('SET LOCAL stats_fetch_consistency = none');
    await client.query('SELECT 1 FROM analytics.detection_runs FOR NO KEY UPDATE');
    const detecting = [importRun, fullRun].map((runId) => world.detect(runId, 0));
    await waitUntil('both wait', async () => (await waitingSessions(client)) >= 2);
    await client.query('COMMIT');
    const outcomes = await Promise.all(detecting);
    const raised = outcomes.map((outcome) => (outcome === 'done_before' ? 0 : outcome.alertsGenerated));
    expect(raised.toSorted((left, right) => left - right)).toEqual([0, 2]);
    expect(await types()).toEqual(BOTH);
  });

  it('does not raise what was taken back after it had read', async () => {
    await world.analysed(ordinaryEntries(1, 2));
    await world.analysed([largeCredit(personFixture(2), '2026-08-17')]);
    await forgetAlerts();
    const runId = await world.openedFull();
    await world.the(ShardPlanningService).list(runId);
    world.afterNextReading(() => world.undone(2));
    expect(await world.detect(runId, 0)).toMatchObject({ alertsGenerated: 0 });
    expect(await world.alerts()).toEqual([]);
  });

  it('leaves no alert on what is taken back, when it writes between the reading and the writing of the undo', async () => {
    await world.analysed(ordinaryEntries(1, 2));
    await world.analysed([largeCredit(personFixture(2), '2026-08-17')]);
    await forgetAlerts();
    const undoRun = await world.openedUndo(2);
    world.afterNextReading(async () => {
      await world.ledger.client.query(
        `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
           description, evidence, rule_version, policy_version)
         VALUES ('large_credit', $1, 999, '2026-08-17', 48000, '', '{"entries": [], "companies": []}', 1, 1)`,
        [personFixture(2).account],
      );
      await world.analysedFully();
    });
    await world.detect(undoRun, 0);
    expect(await world.alerts()).toEqual([]);
  });

  it('leaves room for an import: only the first of its many shards are queued', async () => {
    await world.analysed(planted());
    const runId = await world.openedFull();
    await world.the(ShardPlanningService).list(runId);
    await world.ledger.client.query(
      `INSERT INTO analytics.detection_shards (run_id, shard, shards)
       SELECT $1, shard, 400 FROM generate_series(1, 399) AS shard`,
      [runId],
    );
    await world.ledger.client.query(
      `UPDATE analytics.detection_runs SET created_at = now() - interval '1 minute'`,
    );
    expect(await world.the(DetectionRunsRepository).findOverdueShards()).toHaveLength(32);
    expect((await world.the(DetectionRunsRepository).openWorkOf(runId)).shards).toHaveLength(400);
  });
});
