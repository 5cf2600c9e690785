import { deleteDetectionData } from '../testing/alerts-test-context.ts';
import { burstOfDebits, largeCredit, personFixture, structuredDeposits } from '../testing/analytics-ledger-fixtures.ts';
import { DetectionTestContext, ordinaryEntries } from '../testing/detection-test-context.ts';
import { OpenShardsFinder } from './detection.processor.ts';
import { ShardPlanningService } from './shard-planning.service.ts';

let context: DetectionTestContext;
beforeAll(async () => {
  context = await DetectionTestContext.start();
});
afterAll(async () => {
  await context.stop();
});
beforeEach(async () => {
  await deleteDetectionData(context.ledger.client);
  await context.analyze([...ordinaryEntries(1, 2, 3), ...structuredDeposits(personFixture(1), '2026-08-03')]);
  await context.analyze([
    ...structuredDeposits(personFixture(1), '2026-08-12'),
    ...burstOfDebits(personFixture(2), '2026-08-10'),
  ]);
});

const accounts = async () => (await context.alerts()).map((alert) => alert['account_number']);
const first = personFixture(1).account;
const third = personFixture(3).account;

describe('repeated revisions', () => {
  it('a revision after an undo changes nothing more when its shard runs twice, even at the same time', async () => {
    const runId = await context.openedUndo(2);
    const outcomes = await Promise.all([1, 2, 3].map(() => context.detect(runId, 0)));
    expect(outcomes.filter((outcome) => outcome !== 'done_before')).toEqual([
      expect.objectContaining({ runFinished: true, alertsGenerated: 0 }),
    ]);
    expect(await context.alerts()).toMatchObject([{ account_number: first, amount: '37600.00' }]);
  });

  it('a revision after an undo restarts a shard whose worker was stopped', async () => {
    const before = await context.alerts();
    const runId = await context.openedUndo(2);
    await expect(context.detect(runId, 0, AbortSignal.abort())).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await context.alerts()).toEqual(before);
    expect(await context.detect(runId, 0)).toMatchObject({ runFinished: true, alertsGenerated: 0 });
    expect(await accounts()).toEqual([first]);
  });

  it('a revision after an undo changes nothing when its worker is killed while writing', async () => {
    const before = await context.alerts();
    const runId = await context.openedUndo(2);
    await context.dyingAtTheEnd(() => expect(context.detect(runId, 0)).rejects.toThrow(/terminat/));
    expect(await context.alerts()).toEqual(before);
    await context.detect(runId, 0);
    expect(await accounts()).toEqual([first]);
  });

  it('a revision after an undo is found when its shard has no job', async () => {
    const runId = await context.openedUndo(2);
    await context.ledger.client.query(`UPDATE analytics.detection_runs SET created_at = now() - interval '21 s'`);
    expect(await context.the(OpenShardsFinder).findOpenWork()).toEqual([{ runId, shard: 0 }]);
    await context.detect(runId, 0);
    expect(await context.the(OpenShardsFinder).findOpenWork()).toEqual([]);
  });
});

describe('simultaneous work', () => {
  it('a revision keeps an alert that an import raises after the revision reads the entries', async () => {
    const runId = await context.openedUndo(2);
    context.afterNextReading(() => context.analyze([largeCredit(personFixture(1), '2026-10-17')]));
    await context.detect(runId, 0);
    expect((await context.alerts()).map((alert) => [alert['account_number'], alert['activity_type']])).toEqual([
      [first, 'large_credit'],
      [first, 'structuring'],
    ]);
  });

  it('a revision is not reversed by an import whose analysis had already read the removed entries', async () => {
    const runId = await context.opened([
      ...structuredDeposits(personFixture(3), '2026-08-12'),
      largeCredit(personFixture(2), '2026-10-17'),
    ]);
    await context.the(ShardPlanningService).list(runId);
    context.afterNextReading(() => context.undone(3));
    expect(await context.detect(runId, 0)).toMatchObject({ runFinished: true, alertsGenerated: 0 });
    expect(await accounts()).not.toContain(third);
  });

  it('a revision keeps an alert that is reviewed after the revision reads the entries', async () => {
    const runId = await context.openedUndo(2);
    context.afterNextReading(() =>
      context.ledger.client.query('UPDATE analytics.unusual_activities SET reviewed = true'),
    );
    const before = await context.alerts();
    await context.detect(runId, 0);
    expect(await context.alerts()).toEqual(before.map((alert) => ({ ...alert, reviewed: true })));
  });

  it('two simultaneous undos remove the alerts for both imports', async () => {
    await context.analyze([
      largeCredit(personFixture(1), '2026-10-17'),
      ...burstOfDebits(personFixture(3), '2026-09-10'),
    ]);
    const runs = [await context.openedUndo(2), await context.openedUndo(3)];
    await Promise.all(runs.map((runId) => context.detect(runId, 0)));
    expect(await context.alerts()).toMatchObject([{ account_number: first, amount: '37600.00' }]);
  });
});

// cspell:ignore terminat
