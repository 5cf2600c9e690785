import { largeCredit, personFixture } from '../testing/analytics-ledger-fixtures.ts';
import { DetectionTestContext, ordinaryEntries } from '../testing/detection-test-context.ts';

const ACCOUNT = personFixture(2).account;

let context: DetectionTestContext;
beforeEach(async () => {
  context = await DetectionTestContext.start();
});
afterEach(async () => {
  await context.stop();
});

async function suppress(until: string, accountNumber = ACCOUNT): Promise<void> {
  await context.ledger.client.query(
    `INSERT INTO analytics.suppressions (account_number, activity_type, until, reason, created_by, created_by_name)
     VALUES ($1, 'large_credit', $2, 'Sells a farm', 1, 'ada')`,
    [accountNumber, until],
  );
}

const lift = () =>
  context.ledger.client.query(`UPDATE analytics.suppressions SET lifted_at = now(), lifted_by_name = 'ada'`);
const largeCredits = async () =>
  (await context.alerts())
    .filter(({ activity_type: type }) => type === 'large_credit')
    .map(({ activity_date: day }) => String(day))
    .toSorted((left, right) => (left < right ? -1 : 1));
const suppressed = async () => {
  const { rows } = await context.ledger.client.query(
    'SELECT suppressed FROM analytics.detection_runs ORDER BY id DESC LIMIT 1',
  );
  return rows[0].suppressed;
};
const twoLargeCredits = () => [
  ...ordinaryEntries(1, 2),
  largeCredit(personFixture(2), '2026-06-30'),
  { ...largeCredit(personFixture(2), '2026-09-15'), company: 'ANOTHER STRANGER' },
];

describe('a suppressed rule', () => {
  it('a suppressed rule raises no alerts for the account through the last day, and the run counts those suppressed', async () => {
    await suppress('2026-06-30');
    await context.analyze(twoLargeCredits());
    expect(await largeCredits()).toEqual(['2026-09-15']);
    expect(await suppressed()).toBe(1);
  });

  it('a rule suppressed for one account still raises alerts for another account', async () => {
    await suppress('2026-12-31', personFixture(1).account);
    await context.analyze(twoLargeCredits());
    expect(await largeCredits()).toEqual(['2026-06-30', '2026-09-15']);
    expect(await suppressed()).toBe(0);
  });

  it('an expired suppression still covers its period, and lifting it lets the rule raise those alerts again', async () => {
    await suppress('2026-06-30');
    await context.analyze(twoLargeCredits());
    await context.analyzeAll();
    expect(await largeCredits()).toEqual(['2026-09-15']);
    await lift();
    await context.analyzeAll();
    expect(await largeCredits()).toEqual(['2026-06-30', '2026-09-15']);
    expect(await suppressed()).toBe(0);
  });

  it('a suppression keeps existing alerts unchanged after an analysis or the undo of another file', async () => {
    const another = [{ ...personFixture(2), amount: '12.50', type: 'Debit' as const, day: '2026-09-20' }];
    await context.analyze(twoLargeCredits());
    await context.analyze(another);
    const before = await context.alerts();
    await suppress('2026-12-31');
    await context.analyzeAll();
    expect(await context.alerts()).toEqual(before);
    expect(await suppressed()).toBe(0);
    await context.undone(2);
    expect(await context.alerts()).toEqual(before);
  });

  it('a suppression does not prevent the removal of an alert whose entries were undone', async () => {
    await context.analyze(ordinaryEntries(1, 2));
    await context.analyze([largeCredit(personFixture(2), '2026-06-30')]);
    expect(await largeCredits()).toEqual(['2026-06-30']);
    await suppress('2026-12-31');
    await context.undone(2);
    expect(await largeCredits()).toEqual([]);
  });
});
