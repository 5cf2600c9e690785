import { deleteDetectionData } from '../testing/alerts-test-context.ts';
import {
  burstOfDebits,
  largeCredit,
  personFixture,
  structuredDeposits,
} from '../testing/analytics-ledger-fixtures.ts';
import { DetectionTestContext, ordinaryEntries } from '../testing/detection-test-context.ts';
import { OpenShardsFinder } from './detection.processor.ts';
import { ShardPlanningService } from './shard-planning.service.ts';

let world: DetectionTestContext;
beforeAll(async () => {
  world = await DetectionTestContext.start();
});
afterAll(async () => {
  await world.stop();
});
beforeEach(async () => {
  await deleteDetectionData(world.ledger.client);
  await world.analysed([...ordinaryEntries(1, 2, 3), ...structuredDeposits(personFixture(1), '2026-08-03')]);
  await world.analysed([
    ...structuredDeposits(personFixture(1), '2026-08-12'),
    ...burstOfDebits(personFixture(2), '2026-08-10'),
  ]);
});

const accounts = async () => (await world.alerts()).map((alert) => alert['account_number']);
const first = personFixture(1).account;
const third = personFixture(3).account;

describe('a revision that is done again', () => {
  it('changes nothing when a shard runs twice, even at the same time', async () => {
    const runId = await world.openedUndo(2);
    const outcomes = await Promise.all([1, 2, 3].map(() => world.detect(runId, 0)));
    expect(outcomes.filter((outcome) => outcome !== 'done_before')).toEqual([
      expect.objectContaining({ runFinished: true, alertsGenerated: 0 }),
    ]);
    expect(await world.alerts()).toMatchObject([{ account_number: first, amount: '37600.00' }]);
  });

  it('starts a shard from the beginning when its worker was told to stop', async () => {
    const before = await world.alerts();
    const runId = await world.openedUndo(2);
    await expect(world.detect(runId, 0, AbortSignal.abort())).rejects.toMatchObject({ code: 'unavailable' });
    expect(await world.alerts()).toEqual(before);
    expect(await world.detect(runId, 0)).toMatchObject({ runFinished: true, alertsGenerated: 0 });
    expect(await accounts()).toEqual([first]);
  });

  it('leaves everything as it was when its worker dies while it writes', async () => {
    const before = await world.alerts();
    const runId = await world.openedUndo(2);
    await world.dyingAtTheEnd(() => expect(world.detect(runId, 0)).rejects.toThrow(/terminat/));
    expect(await world.alerts()).toEqual(before);
    await world.detect(runId, 0);
    expect(await accounts()).toEqual([first]);
  });

  it('is found when the job of its shard is lost', async () => {
    const runId = await world.openedUndo(2);
    await world.ledger.client.query(
      `UPDATE analytics.detection_runs SET created_at = now() - interval '21 s'`,
    );
    expect(await world.the(OpenShardsFinder).findOpenWork()).toEqual([{ runId, shard: 0 }]);
    await world.detect(runId, 0);
    expect(await world.the(OpenShardsFinder).findOpenWork()).toEqual([]);
  });
});

describe('a revision beside other work', () => {
  it('keeps the alert that an import raised after it had read', async () => {
    const runId = await world.openedUndo(2);
    world.afterNextReading(() => world.analysed([largeCredit(personFixture(1), '2026-10-17')]));
    await world.detect(runId, 0);
    expect((await world.alerts()).map((alert) => [alert['account_number'], alert['activity_type']])).toEqual([
      [first, 'large_credit'],
      [first, 'structuring'],
    ]);
  });

  it('is not undone by an import whose analysis had read what is gone', async () => {
    const runId = await world.opened([
      ...structuredDeposits(personFixture(3), '2026-08-12'),
      largeCredit(personFixture(2), '2026-10-17'),
    ]);
    await world.the(ShardPlanningService).list(runId);
    world.afterNextReading(() => world.undone(3));
    expect(await world.detect(runId, 0)).toMatchObject({ runFinished: true, alertsGenerated: 0 });
    expect(await accounts()).not.toContain(third);
  });

  it('keeps an alert that is reviewed after it had read', async () => {
    const runId = await world.openedUndo(2);
    world.afterNextReading(() =>
      world.ledger.client.query('UPDATE analytics.unusual_activities SET reviewed = true'),
    );
    const before = await world.alerts();
    await world.detect(runId, 0);
    expect(await world.alerts()).toEqual(before.map((alert) => ({ ...alert, reviewed: true })));
  });

  it('of two undos at the same time leaves what neither import calls for', async () => {
    await world.analysed([
      largeCredit(personFixture(1), '2026-10-17'),
      ...burstOfDebits(personFixture(3), '2026-09-10'),
    ]);
    const runs = [await world.openedUndo(2), await world.openedUndo(3)];
    await Promise.all(runs.map((runId) => world.detect(runId, 0)));
    expect(await world.alerts()).toMatchObject([{ account_number: first, amount: '37600.00' }]);
  });
});
