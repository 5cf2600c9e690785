import {
  burstOfDebits,
  type LedgerEntry,
  largeCredit,
  ordinaryActivity,
  personFixture,
  structuredDeposits,
} from '../testing/analytics-ledger-fixtures.ts';
import { DetectionTestContext, ordinaryEntries } from '../testing/detection-test-context.ts';

let context: DetectionTestContext;
beforeEach(async () => {
  context = await DetectionTestContext.start();
});
afterEach(async () => {
  await context.stop();
});

describe('detection after an import', () => {
  it('raises an alert for each planted behaviour and none for ordinary life', async () => {
    const raised = await context.analysed([
      ...ordinaryEntries(1, 2, 3, 4, 5, 6),
      ...structuredDeposits(personFixture(1), '2026-08-03'),
      ...burstOfDebits(personFixture(2), '2026-08-10'),
      largeCredit(personFixture(3), '2026-08-17'),
    ]);
    expect(
      (await context.alerts()).map((alert) => [alert['account_number'], alert['activity_type']]),
    ).toEqual([
      ['5000000001', 'structuring'],
      ['5000000002', 'velocity_anomaly'],
      ['5000000003', 'large_credit'],
    ]);
    expect(raised).toBe(3);
  });

  it('keeps evidence with every alert that names its trigger and the entries of the window', async () => {
    await context.analysed([...ordinaryEntries(1), ...structuredDeposits(personFixture(1), '2026-08-03')]);
    const { rows } = await context.ledger.client.query(
      `SELECT a.evidence, a.transaction_id, a.rule_version, a.policy_version, a.amount, t.posting_date = a.activity_date AS is_its_day
         FROM analytics.unusual_activities a JOIN ledger.transactions t ON t.id = a.transaction_id`,
    );
    expect(rows).toHaveLength(1);
    const { evidence, ...alert } = rows[0];
    expect(alert).toMatchObject({ is_its_day: true, policy_version: 1, amount: '37600.00' });
    expect(evidence.triggerEntryId).toBe(alert.transaction_id);
    expect(evidence.entries).toHaveLength(4);
    expect(evidence.rule).toMatchObject({ policyVersion: 1, ruleVersion: alert.rule_version });
  });

  it('sees all accounts of one member side by side, whichever of them an import touches', async () => {
    const first = personFixture(1);
    const second = { ...first, account: '5000000099' };
    const [one, two, three, four] = structuredDeposits(first, '2026-08-03') as [
      LedgerEntry,
      LedgerEntry,
      LedgerEntry,
      LedgerEntry,
    ];
    expect(await context.analysed([...ordinaryActivity(first), one, two])).toBe(0);
    expect(
      await context.analysed([
        { ...three, ...second },
        { ...four, ...second },
      ]),
    ).toBe(1);
  });

  it('raises one alert for a behaviour whose backdated beginning lies on another account', async () => {
    const first = personFixture(1);
    const second = { ...first, account: '5000000099' };
    const deposits = (person: typeof first, ...days: string[]): LedgerEntry[] =>
      days.map((day) => ({ ...person, company: 'DEPOSIT SOURCE', amount: '9500.10', type: 'Credit', day }));
    await context.analysed([
      ...ordinaryActivity(first),
      ...deposits(second, '2026-08-05', '2026-08-09', '2026-08-11'),
    ]);
    const [before] = await context.alerts();
    expect(await context.analysed(deposits(first, '2026-08-03', '2026-08-07'))).toBe(0);
    expect(await context.alerts()).toEqual([{ ...before, amount: '47500.50' }]);
  });

  it('takes more than three accounts of one name for several people', async () => {
    const person = personFixture(1);
    const deposits = structuredDeposits(person, '2026-08-03').map((entry, index) => ({
      ...entry,
      account: `600000000${index}`,
    }));
    expect(await context.analysed([...ordinaryActivity(person), ...deposits])).toBe(0);
  });

  it('raises the same alerts whether entries come in one import or in many, in any order', async () => {
    await context.analysed(ordinaryEntries(1, 2, 3));
    // The newest deposits first: the older ones are backdated.
    await context.analysed(structuredDeposits(personFixture(1), '2026-08-03').slice(2));
    await context.analysed([
      ...burstOfDebits(personFixture(2), '2026-08-10'),
      largeCredit(personFixture(3), '2026-08-17'),
    ]);
    await context.analysed(structuredDeposits(personFixture(1), '2026-08-03').slice(0, 2));
    expect(
      (await context.alerts()).map((alert) => [alert['account_number'], alert['activity_type']]),
    ).toEqual([
      ['5000000001', 'structuring'],
      ['5000000002', 'velocity_anomaly'],
      ['5000000003', 'large_credit'],
    ]);
  });
});

describe('an alert that exists', () => {
  const more = (amount: string, day: string): LedgerEntry => ({
    ...personFixture(1),
    company: `DEPOSIT SOURCE ${amount}`,
    amount,
    type: 'Credit',
    day,
  });

  beforeEach(async () => {
    await context.analysed([...ordinaryEntries(1), ...structuredDeposits(personFixture(1), '2026-08-03')]);
  });

  it('grows in its amount while it is open, and only in that', async () => {
    const [before] = await context.alerts();
    expect(await context.analysed([more('9700.00', '2026-08-11')])).toBe(0);
    expect(await context.alerts()).toEqual([{ ...before, amount: '47300.00' }]);
  });

  it('is never touched once it is reviewed, and comes again only when it has grown by half', async () => {
    await context.ledger.client.query(
      `UPDATE analytics.unusual_activities SET reviewed = true, review_outcome = 'explained'`,
    );
    const reviewed = await context.alerts();
    expect(await context.analysed([more('9700.00', '2026-08-11')])).toBe(0);
    expect(await context.alerts()).toEqual(reviewed);
    expect(await context.analysed([more('9600.00', '2026-08-12')])).toBe(1);
    const [first, second, ...others] = await context.alerts();
    expect(others).toEqual([]);
    expect(first).toEqual(reviewed[0]);
    expect(second).toMatchObject({ reviewed: false, amount: '56900.00', activity_date: '2026-08-12' });
    expect(await context.analysed([more('1.00', '2026-08-13')])).toBe(0);
  });
});
