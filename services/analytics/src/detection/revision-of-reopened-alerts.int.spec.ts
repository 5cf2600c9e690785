import { deleteDetectionData } from '../testing/alerts-test-context.ts';
import { burstOfDebits, personFixture, structuredDeposits } from '../testing/analytics-ledger-fixtures.ts';
import { DetectionTestContext, ordinaryEntries } from '../testing/detection-test-context.ts';

let context: DetectionTestContext;
beforeAll(async () => {
  context = await DetectionTestContext.start();
});
afterAll(async () => {
  await context.stop();
});
beforeEach(async () => {
  await deleteDetectionData(context.ledger.client);
});

const rows = async () =>
  (await context.ledger.client.query('SELECT * FROM analytics.unusual_activities ORDER BY id')).rows;

/** Records a step for every alert, as a user's action would. */
const stepped = (step: string) =>
  context.ledger.client.query(
    `INSERT INTO analytics.alert_steps (alert_id, step, by_id, by_name)
     SELECT id, $1, 7, 'anna' FROM analytics.unusual_activities`,
    [step],
  );

describe('open alerts after an undo', () => {
  beforeEach(async () => {
    await context.analyze(ordinaryEntries(1, 2));
    await context.analyze([
      ...structuredDeposits(personFixture(1), '2026-08-03'),
      ...burstOfDebits(personFixture(2), '2026-08-10'),
    ]);
  });

  it('an alert that was reopened before the undo keeps its history and shows that its entries were removed', async () => {
    await stepped('reviewed');
    await stepped('reopened');
    const before = await rows();
    expect(before).toHaveLength(2);
    expect(await context.undone(2)).toBe(0);
    expect(await rows()).toEqual(before.map((alert) => ({ ...alert, entries_gone: true })));
  });

  it('an open alert that was only assigned is removed when its import is undone', async () => {
    await stepped('assigned');
    await context.undone(2);
    expect(await rows()).toEqual([]);
  });

  it('a reopened alert is not duplicated when the undone pattern is imported again', async () => {
    await stepped('reviewed');
    await stepped('reopened');
    const before = await rows();
    await context.undone(2);
    expect(await context.analyze([...structuredDeposits(personFixture(1), '2026-08-03')])).toBe(0);
    expect((await rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });
});
