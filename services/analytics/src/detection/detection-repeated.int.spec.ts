import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { DataSource } from 'typeorm';
import { largeCredit, personFixture, structuredDeposits } from '../testing/analytics-ledger-fixtures.ts';
import { recordingRun, waitingSessions } from '../testing/analytics-test-context.ts';
import { DetectionTestContext, ordinaryEntries } from '../testing/detection-test-context.ts';
import { DetectAccountsHandler, DetectRunHandler, OpenShardsFinder, QueuedRunsFinder } from './detection.processor.ts';
import { DetectionRunsRepository } from './detection-runs.repository.ts';
import { ShardPlanningRepository, ShardPlanningService } from './shard-planning.service.ts';

let context: DetectionTestContext;
beforeEach(async () => {
  context = await DetectionTestContext.start();
});
afterEach(async () => {
  await context.stop();
});

/** Divides a run into more shards than its few accounts need. */
async function cutInto(shards: number, runId: number): Promise<void> {
  const listing = context.the(ShardPlanningRepository);
  await context.the(DataSource).transaction(async (manager) => {
    const run = await listing.lock(manager, runId);
    await listing.beginTouched(manager, run?.importId ?? 0);
    await listing.collectMembers(manager);
    await listing.deal(manager, { runId, shards });
  });
}

describe('repeated detection', () => {
  const injected = () => [
    ...ordinaryEntries(1, 2),
    ...structuredDeposits(personFixture(1), '2026-08-03'),
    largeCredit(personFixture(2), '2026-08-17'),
  ];

  it('repeated detection adds nothing on unchanged data', async () => {
    expect(await context.analyze(injected())).toBe(2);
    const before = await context.alerts();
    // Analyzes the same members again because of an entry that changes nothing.
    const nothing = [1, 2].map((number) => ({
      ...personFixture(number),
      company: 'CITY GROCERS',
      amount: '84.20',
      type: 'Debit' as const,
      day: '2026-11-08',
    }));
    expect(await context.analyze(nothing)).toBe(0);
    expect(await context.alerts()).toEqual(before);
  });

  it('detection adds nothing when a shard runs twice, even at the same time', async () => {
    const runId = await context.opened(injected());
    await context.the(ShardPlanningService).list(runId);
    const outcomes = await Promise.all([1, 2, 3].map(() => context.detect(runId, 0)));
    expect(outcomes.filter((outcome) => outcome !== 'done_before')).toEqual([
      expect.objectContaining({ runFinished: true, alertsGenerated: 2 }),
    ]);
    expect(await context.detect(runId, 0)).toBe('done_before');
    expect(await context.alerts()).toHaveLength(2);
  });

  it('detection restarts a shard whose worker was stopped', async () => {
    const runId = await context.opened(injected());
    await context.the(ShardPlanningService).list(runId);
    await expect(context.detect(runId, 0, AbortSignal.abort())).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await context.alerts()).toHaveLength(0);
    expect(await context.detect(runId, 0)).toMatchObject({ runFinished: true, alertsGenerated: 2 });
  });

  it('open browsers are notified once when a detection run finishes, with its number of alerts', async () => {
    const runId = await context.opened(injected());
    await context.the(ShardPlanningService).list(runId);
    const { run, events } = recordingRun();
    await context.the(DetectAccountsHandler).handle({ runId, shard: 0 }, run);
    await context.the(DetectAccountsHandler).handle({ runId, shard: 0 }, run);
    expect(events).toEqual([{ type: 'detection.finished', runId, alertsGenerated: 2 }]);
  });

  it('open browsers are notified about a detection run without work', async () => {
    const runId = await context.opened([]);
    const { run, events } = recordingRun();
    await context.the(DetectRunHandler).handle({ runId }, run);
    expect(events).toEqual([{ type: 'detection.finished', runId, alertsGenerated: 0 }]);
  });

  it('a detection run finishes and counts all its alerts when its shards finish at the same time', async () => {
    const people = [1, 2, 3, 4, 5, 6, 7, 8];
    const runId = await context.opened([
      ...ordinaryEntries(...people),
      ...people.map((number) => largeCredit(personFixture(number), '2026-08-17')),
    ]);
    await cutInto(4, runId);
    const { client } = context.ledger;
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM analytics.detection_runs FOR NO KEY UPDATE');
    const detecting = [0, 1, 2, 3].map((shard) => context.detect(runId, shard));
    // If a shard counted open shards before it waited for the run lock, it would count the other shards as open.
    await waitUntil('all shards wait', async () => (await waitingSessions(client)) >= 4);
    await client.query('COMMIT');
    const outcomes = await Promise.all(detecting);
    expect(outcomes).toContainEqual(expect.objectContaining({ runFinished: true, alertsGenerated: 8 }));
    expect(await context.alerts()).toHaveLength(8);
    const { rows } = await client.query('SELECT 1 FROM analytics.detection_targets');
    expect(rows).toEqual([]);
  });

  it('a detection run is divided into shards only once', async () => {
    const runId = await context.opened(injected());
    expect(await context.the(ShardPlanningService).list(runId)).toBe('listed');
    expect(await context.the(ShardPlanningService).list(runId)).toBe('listed_before');
    expect((await context.the(DetectionRunsRepository).openWorkOf(runId)).shards).toEqual([0]);
  });

  it('a detection run finishes for an import that stored nothing', async () => {
    const runId = await context.opened([]);
    expect(await context.the(ShardPlanningService).list(runId)).toBe('nothing_to_do');
    expect(await context.the(DetectionRunsRepository).openWorkOf(runId)).toEqual({
      isQueued: false,
      shards: [],
    });
  });

  it('detection runs and shards that have no jobs are found', async () => {
    const runId = await context.opened(injected());
    expect(await context.the(QueuedRunsFinder).findOpenWork()).toEqual([]);
    await context.ledger.client.query(`UPDATE analytics.detection_runs SET created_at = now() - interval '21 s'`);
    expect(await context.the(QueuedRunsFinder).findOpenWork()).toEqual([{ runId }]);
    await context.the(ShardPlanningService).list(runId);
    expect(await context.the(QueuedRunsFinder).findOpenWork()).toEqual([]);
    expect(await context.the(OpenShardsFinder).findOpenWork()).toEqual([{ runId, shard: 0 }]);
    await context.detect(runId, 0);
    expect(await context.the(OpenShardsFinder).findOpenWork()).toEqual([]);
  });
});
