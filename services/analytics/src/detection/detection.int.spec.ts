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
  it('detection after an import raises an alert for each injected pattern and none for ordinary activity', async () => {
    const raised = await context.analyze([
      ...ordinaryEntries(1, 2, 3, 4, 5, 6),
      ...structuredDeposits(personFixture(1), '2026-08-03'),
      ...burstOfDebits(personFixture(2), '2026-08-10'),
      largeCredit(personFixture(3), '2026-08-17'),
    ]);
    expect((await context.alerts()).map((alert) => [alert['account_number'], alert['activity_type']])).toEqual([
      ['5000000001', 'structuring'],
      ['5000000002', 'velocity_anomaly'],
      ['5000000003', 'large_credit'],
    ]);
    expect(raised).toBe(3);
  });

  it('every alert stores evidence with its trigger and the entries in its window', async () => {
    await context.analyze([...ordinaryEntries(1), ...structuredDeposits(personFixture(1), '2026-08-03')]);
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

  it('detection analyzes all accounts of a member together when an import touches any of them', async () => {
    const first = personFixture(1);
    const second = { ...first, account: '5000000099' };
    const [one, two, three, four] = structuredDeposits(first, '2026-08-03') as [
      LedgerEntry,
      LedgerEntry,
      LedgerEntry,
      LedgerEntry,
    ];
    expect(await context.analyze([...ordinaryActivity(first), one, two])).toBe(0);
    expect(
      await context.analyze([
        { ...three, ...second },
        { ...four, ...second },
      ]),
    ).toBe(1);
  });

  it('detection raises one alert for a pattern whose backdated start is on another account', async () => {
    const first = personFixture(1);
    const second = { ...first, account: '5000000099' };
    const deposits = (person: typeof first, ...days: string[]): LedgerEntry[] =>
      days.map((day) => ({ ...person, company: 'DEPOSIT SOURCE', amount: '9500.10', type: 'Credit', day }));
    await context.analyze([...ordinaryActivity(first), ...deposits(second, '2026-08-05', '2026-08-09', '2026-08-11')]);
    const [before] = await context.alerts();
    expect(await context.analyze(deposits(first, '2026-08-03', '2026-08-07'))).toBe(0);
    expect(await context.alerts()).toEqual([{ ...before, amount: '47500.50' }]);
  });

  it('detection treats more than three accounts under one name as several members', async () => {
    const person = personFixture(1);
    const deposits = structuredDeposits(person, '2026-08-03').map((entry, index) => ({
      ...entry,
      account: `600000000${index}`,
    }));
    expect(await context.analyze([...ordinaryActivity(person), ...deposits])).toBe(0);
  });

  it('detection raises the same alerts for one import and for many imports in any order', async () => {
    await context.analyze(ordinaryEntries(1, 2, 3));
    // Imports the newest deposits first, so the older ones are backdated.
    await context.analyze(structuredDeposits(personFixture(1), '2026-08-03').slice(2));
    await context.analyze([
      ...burstOfDebits(personFixture(2), '2026-08-10'),
      largeCredit(personFixture(3), '2026-08-17'),
    ]);
    await context.analyze(structuredDeposits(personFixture(1), '2026-08-03').slice(0, 2));
    expect((await context.alerts()).map((alert) => [alert['account_number'], alert['activity_type']])).toEqual([
      ['5000000001', 'structuring'],
      ['5000000002', 'velocity_anomaly'],
      ['5000000003', 'large_credit'],
    ]);
  });
});

describe('existing alerts', () => {
  const more = (amount: string, day: string): LedgerEntry => ({
    ...personFixture(1),
    company: `DEPOSIT SOURCE ${amount}`,
    amount,
    type: 'Credit',
    day,
  });

  beforeEach(async () => {
    await context.analyze([...ordinaryEntries(1), ...structuredDeposits(personFixture(1), '2026-08-03')]);
  });

  it('an open alert changes only by a growing amount', async () => {
    const [before] = await context.alerts();
    expect(await context.analyze([more('9700.00', '2026-08-11')])).toBe(0);
    expect(await context.alerts()).toEqual([{ ...before, amount: '47300.00' }]);
  });

  it('a reviewed alert does not change, and a new one is raised only after the amount grows by half', async () => {
    await context.ledger.client.query(
      `UPDATE analytics.unusual_activities SET reviewed = true, review_outcome = 'explained'`,
    );
    const reviewed = await context.alerts();
    expect(await context.analyze([more('9700.00', '2026-08-11')])).toBe(0);
    expect(await context.alerts()).toEqual(reviewed);
    expect(await context.analyze([more('9600.00', '2026-08-12')])).toBe(1);
    const [first, second, ...others] = await context.alerts();
    expect(others).toEqual([]);
    expect(first).toEqual(reviewed[0]);
    expect(second).toMatchObject({ reviewed: false, amount: '56900.00', activity_date: '2026-08-12' });
    expect(await context.analyze([more('1.00', '2026-08-13')])).toBe(0);
  });
});
