import { largeCredit, personFixture } from '../testing/analytics-ledger-fixtures.ts';
import { DetectionTestContext, ordinaryEntries } from '../testing/detection-test-context.ts';

const ACCOUNT = personFixture(2).account;

let world: DetectionTestContext;
beforeEach(async () => {
  world = await DetectionTestContext.start();
});
afterEach(async () => {
  await world.stop();
});

async function silence(until: string, accountNumber = ACCOUNT): Promise<void> {
  await world.ledger.client.query(
    `INSERT INTO analytics.suppressions (account_number, activity_type, until, reason, created_by, created_by_name)
     VALUES ($1, 'large_credit', $2, 'Sells a farm', 1, 'ada')`,
    [accountNumber, until],
  );
}

const lift = () =>
  world.ledger.client.query(`UPDATE analytics.suppressions SET lifted_at = now(), lifted_by_name = 'ada'`);
const largeCredits = async () =>
  (await world.alerts())
    .filter(({ activity_type: type }) => type === 'large_credit')
    .map(({ activity_date: day }) => String(day))
    .toSorted((left, right) => (left < right ? -1 : 1));
const suppressed = async () => {
  const { rows } = await world.ledger.client.query(
    'SELECT suppressed FROM analytics.detection_runs ORDER BY id DESC LIMIT 1',
  );
  return rows[0].suppressed;
};
const twoLargeCredits = () => [
  ...ordinaryEntries(1, 2),
  largeCredit(personFixture(2), '2026-06-30'),
  { ...largeCredit(personFixture(2), '2026-09-15'), company: 'ANOTHER STRANGER' },
];

describe('a silenced rule', () => {
  it('raises nothing about the account until its last day, and the run counts what it did not raise', async () => {
    await silence('2026-06-30');
    await world.analysed(twoLargeCredits());
    expect(await largeCredits()).toEqual(['2026-09-15']);
    expect(await suppressed()).toBe(1);
  });

  it('of another account changes nothing', async () => {
    await silence('2026-12-31', personFixture(1).account);
    await world.analysed(twoLargeCredits());
    expect(await largeCredits()).toEqual(['2026-06-30', '2026-09-15']);
    expect(await suppressed()).toBe(0);
  });

  it('stays silent about its time after it has run out, and speaks when it was lifted', async () => {
    await silence('2026-06-30');
    await world.analysed(twoLargeCredits());
    await world.analysedFully();
    expect(await largeCredits()).toEqual(['2026-09-15']);
    await lift();
    await world.analysedFully();
    expect(await largeCredits()).toEqual(['2026-06-30', '2026-09-15']);
    expect(await suppressed()).toBe(0);
  });

  it('leaves alerts that stand: an analysis touches them as little as an undo of another file', async () => {
    const another = [{ ...personFixture(2), amount: '12.50', type: 'Debit' as const, day: '2026-09-20' }];
    await world.analysed(twoLargeCredits());
    await world.analysed(another);
    const before = await world.alerts();
    await silence('2026-12-31');
    await world.analysedFully();
    expect(await world.alerts()).toEqual(before);
    expect(await suppressed()).toBe(0);
    await world.undone(2);
    expect(await world.alerts()).toEqual(before);
  });

  it('is not a reason to keep an alert whose entries were taken back', async () => {
    await world.analysed(ordinaryEntries(1, 2));
    await world.analysed([largeCredit(personFixture(2), '2026-06-30')]);
    expect(await largeCredits()).toEqual(['2026-06-30']);
    await silence('2026-12-31');
    await world.undone(2);
    expect(await largeCredits()).toEqual([]);
  });
});
