import { aPerson, largeCredit } from '../../testing/behaviours.ts';
import { DetectionWorld, ordinary } from '../../testing/detection-world.ts';

const ACCOUNT = aPerson(2).account;

let world: DetectionWorld;
beforeEach(async () => {
  world = await DetectionWorld.start();
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
  ...ordinary(1, 2),
  largeCredit(aPerson(2), '2026-06-30'),
  { ...largeCredit(aPerson(2), '2026-09-15'), company: 'ANOTHER STRANGER' },
];

describe('a silenced rule', () => {
  it('raises nothing about the account until its last day, and the run counts what it did not raise', async () => {
    await silence('2026-06-30');
    await world.analysed(twoLargeCredits());
    expect(await largeCredits()).toEqual(['2026-09-15']);
    expect(await suppressed()).toBe(1);
  });

  it('of another account changes nothing', async () => {
    await silence('2026-12-31', aPerson(1).account);
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
    const another = [{ ...aPerson(2), amount: '12.50', type: 'Debit' as const, day: '2026-09-20' }];
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
    await world.analysed(ordinary(1, 2));
    await world.analysed([largeCredit(aPerson(2), '2026-06-30')]);
    expect(await largeCredits()).toEqual(['2026-06-30']);
    await silence('2026-12-31');
    await world.undone(2);
    expect(await largeCredits()).toEqual([]);
  });
});
