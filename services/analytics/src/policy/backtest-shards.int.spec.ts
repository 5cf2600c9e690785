import { defaultPolicy } from '@clearwatch/domain/detection/policy-document';
import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { DataSource } from 'typeorm';
import { ShardPlanningRepository } from '../detection/shard-planning.service.ts';
import { largeCredit, personFixture } from '../testing/analytics-ledger-fixtures.ts';
import { waitingSessions } from '../testing/analytics-test-context.ts';
import { DetectionTestContext, ordinaryEntries } from '../testing/detection-test-context.ts';
import { BacktestsRepository } from './backtests.repository.ts';
import { BacktestShardService } from './backtests.service.ts';

const ADMIN = { userId: 1, username: 'ada', role: 'Admin', requestId: 'test', address: '192.0.2.1' } as const;
const PEOPLE = [1, 2, 3, 4, 5, 6];
const NEVER_ABORTED = new AbortController().signal;

let context: DetectionTestContext;
beforeEach(async () => {
  context = await DetectionTestContext.start();
  await context.analyze([
    ...ordinaryEntries(...PEOPLE),
    ...PEOPLE.map((number) => largeCredit(personFixture(number), '2026-08-17')),
  ]);
});
afterEach(async () => {
  await context.stop();
});

/** Starts a backtest without the large-credit rule, with more shards than its few accounts need. */
async function openedInShards(shards: number): Promise<number> {
  const candidate = { ...defaultPolicy(), switchedOff: { large_credit: 'Tried out' } };
  const listing = context.the(ShardPlanningRepository);
  return context.the(DataSource).transaction(async (manager) => {
    const runId = await context.the(BacktestsRepository).add(manager, { actor: ADMIN, candidate });
    await listing.collectEverybody(manager);
    await listing.deal(manager, { runId, shards });
    return runId;
  });
}

const work = (runId: number, shard: number, signal = NEVER_ABORTED) =>
  context.the(BacktestShardService).work({ runId, shard }, signal);

async function results(runId: number): Promise<Record<string, unknown>> {
  const { rows } = await context.ledger.client.query(
    `SELECT r.state, (SELECT count(*)::integer FROM analytics.try_out_alerts WHERE run_id = r.id AND sample = 'lost') AS shown,
            (SELECT sum(lost)::integer FROM analytics.try_out_counts WHERE run_id = r.id AND activity_type = 'large_credit') AS lost
       FROM analytics.detection_runs r WHERE r.id = $1`,
    [runId],
  );
  return rows[0];
}

it('backtest shards that finish at the same time are added up, and one of them finishes the backtest', async () => {
  const runId = await openedInShards(3);
  const { client } = context.ledger;
  await client.query('BEGIN');
  await client.query('SELECT FROM analytics.detection_runs WHERE id = $1 FOR NO KEY UPDATE', [runId]);
  const working = [0, 1, 2].map((shard) => work(runId, shard));
  await waitUntil('all shards are about to end', async () => (await waitingSessions(client)) >= 3);
  await client.query('COMMIT');
  await Promise.all(working);
  expect(await results(runId)).toEqual({ state: 'finished', shown: PEOPLE.length, lost: PEOPLE.length });
});

it('a backtest shard that runs twice is counted once, even when both runs happen at the same time', async () => {
  const runId = await openedInShards(1);
  const outcomes = await Promise.all([work(runId, 0), work(runId, 0)]);
  expect(outcomes.filter((outcome) => outcome === 'done_before')).toHaveLength(1);
  expect(await work(runId, 0)).toBe('done_before');
  expect(await results(runId)).toEqual({ state: 'finished', shown: PEOPLE.length, lost: PEOPLE.length });
});

it('a shard of a deleted backtest writes nothing', async () => {
  const runId = await openedInShards(1);
  await context.the(DataSource).transaction((manager) => context.the(BacktestsRepository).deleteOf(manager, ADMIN));
  expect(await work(runId, 0)).toBe('done_before');
  const { rows } = await context.ledger.client.query('SELECT 1 FROM analytics.try_out_counts');
  expect(rows).toEqual([]);
});

it('a process that is stopping leaves its backtest shard to another process', async () => {
  const runId = await openedInShards(1);
  await expect(work(runId, 0, AbortSignal.abort())).rejects.toThrow('Another process will repeat the shard');
  expect(await results(runId)).toEqual({ state: 'running', shown: 0, lost: null });
  await context.detect(runId, 0);
  expect(await results(runId)).toMatchObject({ state: 'finished', lost: PEOPLE.length });
});

it('a backtest in shards does not change alerts', async () => {
  const before = await context.alerts();
  const runId = await openedInShards(2);
  await context.detect(runId, 0);
  await context.detect(runId, 1);
  expect(await results(runId)).toMatchObject({ state: 'finished' });
  expect(await context.alerts()).toEqual(before);
});
