import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { addToLargest, largeCredit } from './large-credit.ts';

/** The median credit on this account is $2,400, paid every other week. */
function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

function detect(history: HistoryBuilder): Finding[] {
  return largeCredit.detect(history.build(), aContext());
}

describe('large credit', () => {
  test('a large credit far above the usual amount raises one medium-risk alert', () => {
    const history = ordinaryLife().credit('12000.00').from('SILVER LAKE HOLDINGS').on('2026-03-02');
    expect(detect(history)).toMatchObject([
      {
        activityType: 'large_credit',
        riskLevel: 'medium',
        amount: '12000.00',
        percentageChange: '400.00',
        triggerEntryId: history.entries().at(-1)?.id,
        description:
          'Credit of $12,000.00 from SILVER LAKE HOLDINGS on 2026-03-02. The account’s median credit ' +
          'in the 180 days before was $2,400.00. No earlier comparable credits from the sender.',
      },
    ]);
  });

  test('a large credit alert mentions one comparable credit from the same sender', () => {
    const history = ordinaryLife().credit('6000.00').from('SILVER LAKE').on('2026-01-05');
    const [finding] = detect(history.credit('12000.00').from('SILVER LAKE').on('2026-03-02'));
    expect(finding?.description).toMatch(/\. One earlier comparable credit from the sender\.$/);
  });

  test('a large credit alert shows the amount, sender, median and prevention conditions', () => {
    const evidence = detect(ordinaryLife().credit('25000.00').on('2026-03-02'))[0]?.evidence;
    expect(evidence?.figures.map((figure) => `${figure.value} ${figure.comparison} ${figure.threshold}`)).toEqual([
      '25000.00 >= 10000.00',
      '0 < 2',
      '0 < 3',
      '10.42 >= 3',
      '25000.00 >= 25000.00',
    ]);
    expect(evidence?.baseline).toEqual({
      label: 'Median credit on this account',
      value: '2400.00',
      unit: 'USD',
      firstDay: '2025-09-03',
      lastDay: '2026-03-01',
    });
    expect(evidence?.wouldBeSilent).toEqual([
      'An amount below $10,000.00.',
      '2 more earlier credits of $12,500.00 or more from the same sender.',
      '3 more such credits from any sender in the 180 days before.',
      'A credit described as pay, benefits, a tax refund, a loan, a claim or a distribution.',
    ]);
  });

  test('a large credit to a business with several comparable credits raises no alert', () => {
    const business = (third: string) =>
      ordinaryLife()
        .credit('6000.00')
        .from('FIRST CUSTOMER')
        .on('2026-01-05')
        .credit('7000.00')
        .from('SECOND CUSTOMER')
        .on('2026-02-02')
        .credit(third)
        .from('THIRD CUSTOMER')
        .on('2026-02-09');
    const paid = (history: HistoryBuilder) => history.credit('12000.00').from('FOURTH').on('2026-03-02');
    expect(detect(paid(business('6000.00')))).toEqual([]);
    expect(detect(paid(business('5999.99')))).toHaveLength(1);
    expect(detect(paid(business('6000.00').described('TAX REF')))).toHaveLength(1);
    expect(detect(paid(business('5999.99').credit('6000.00').from('FIFTH').on('2026-03-02')))).toHaveLength(1);
    expect(detect(paid(business('5999.99').credit('6000.00').from('LONG AGO').on('2025-09-02')))).toHaveLength(1);
    expect(detect(paid(business('5999.99').credit('6000.00').from('LONG AGO').on('2025-09-03')))).toEqual([]);
  });

  test('a large credit is high risk at 2.5 times the threshold', () => {
    expect(detect(ordinaryLife().credit('25000.00').on('2026-03-02'))[0]?.riskLevel).toBe('high');
    expect(detect(ordinaryLife().credit('24999.99').on('2026-03-02'))[0]?.riskLevel).toBe('medium');
  });

  test('the large credit rule uses only the amount on an account without earlier credits', () => {
    const [finding] = detect(aHistory().credit('10000.00').from('SILVER LAKE HOLDINGS').on('2026-03-02'));
    expect(finding).toMatchObject({ percentageChange: null, riskLevel: 'medium' });
    expect(finding?.evidence.baseline).toBeNull();
  });

  test.each([
    ['one cent below the threshold', ordinaryLife().credit('9999.99').on('2026-03-02')],
    [
      'less than three times the median',
      aHistory()
        .credit('3500.00')
        .from('CLIENT')
        .on('2025-10-01')
        .again({ times: 9, everyDays: 14 })
        .credit('10499.99')
        .from('OTHER')
        .on('2026-03-02'),
    ],
    [
      'the third of its kind from the sender',
      ordinaryLife()
        .credit('6000.00')
        .from('SILVER LAKE')
        .on('2026-01-05', '2026-02-02')
        .credit('12000.00')
        .from('SILVER LAKE')
        .on('2026-03-02'),
    ],
    ['a debit', ordinaryLife().debit('50000.00').on('2026-03-02')],
  ])('the large credit rule raises no alert just below a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test.each([
    ['a year-end bonus', 'NORTHWIND CLINIC', 'BONUS'],
    ['a tax refund near $10,000', 'IRS TREAS 310', 'TAX REF'],
    ['a loan paid out', 'PRAIRIE LENDING', 'DISBURSEMENT'],
    ['an IRA distribution', 'SUMMIT FUNDS', 'IRA DIST'],
    ['an insurance claim', 'MUTUAL SHIELD', 'CLAIM PAYMENT'],
    ['a reversal', 'ACME', 'REVERSAL'],
    ['a returned payment', 'ACME', 'RETURN PAYMENT'],
  ])('the large credit rule raises no alert for ordinary activity: %s', (_, company, description) => {
    expect(detect(ordinaryLife().credit('30000.00').from(company).described(description).on('2026-03-02'))).toEqual([]);
  });

  test('the large credit rule raises no alert for a business whose customers pay $12,000 each', () => {
    const history = aHistory();
    for (let month = 1; month <= 9; month += 1) {
      history.credit('12000.00').from(`CUSTOMER ${month}`).ofClass('CTX').on(`2025-0${month}-10`, `2025-0${month}-24`);
    }
    expect(detect(history).map(({ triggerDay }) => triggerDay)).toEqual(['2025-01-10']);
  });

  test('the large credit rule does not accept unemployment benefits as an explanation', () => {
    const history = ordinaryLife()
      .credit('11000.00')
      .from('STATE EDD')
      .described('UI BENEFIT PAYROLL')
      .on('2026-03-02');
    expect(detect(history)).toHaveLength(1);
  });

  test('the large credit rule combines large credits within thirty days into one alert', () => {
    const history = ordinaryLife().credit('12000.00').from('A').on('2026-03-02');
    history.credit('15000.00').from('B').on('2026-03-20').credit('18000.00').from('C').on('2026-04-02');
    expect(detect(history)).toMatchObject([
      { amount: '27000.00', triggerDay: '2026-03-02', percentageChange: '525.00' },
      { amount: '18000.00', triggerDay: '2026-04-02' },
    ]);
  });

  test('the large credit rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = ordinaryLife()
      .credit('12000.00')
      .from('A')
      .on('2026-03-02')
      .credit('12000.00')
      .from('B')
      .on('2026-03-02');
    const findings = detect(history);
    expect(detect(history)).toEqual(findings);
    const imported = largeCredit.detect(importedInReverseOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the large credit rule raises no alert during the ledger warm-up', () => {
    const history = ordinaryLife().credit('12000.00').on('2026-03-02').build();
    expect(largeCredit.detect(history, aContext({ ledgerFirstDay: '2026-01-17' }))).toEqual([]);
    expect(largeCredit.detect(history, aContext({ ledgerFirstDay: '2026-01-16' }))).toHaveLength(1);
  });

  test("the large credit rule uses the institution's own threshold unchanged at every sensitivity", () => {
    const parameters = { large_credit: { largeTransactionAmount: 50_000 } };
    const policy = { ...defaultPolicy(), sensitivity: 'high', parameters } as const;
    const context = aContext({ policy });
    expect(largeCredit.detect(ordinaryLife().credit('49999.99').on('2026-03-02').build(), context)).toEqual([]);
    expect(largeCredit.detect(ordinaryLife().credit('50000.00').on('2026-03-02').build(), context)).toHaveLength(1);
  });
});

/** The three largest of the amounts when they are added in this order. */
function threeOf(...amounts: number[]): number[] {
  const largest: number[] = [];
  for (const amount of amounts) addToLargest(largest, amount, 3);
  return largest;
}

describe('largest amounts', () => {
  test.each([[[500, 100, 300, 200, 400]], [[100, 200, 300, 400, 500]], [[500, 400, 300, 200, 100]]])(
    'the largest amounts are the same for any input order: %j',
    (amounts) => {
      expect(threeOf(...amounts)).toEqual([500, 400, 300]);
    },
  );

  test('the largest amounts include every amount, even duplicates, when there are few', () => {
    expect(threeOf()).toEqual([]);
    expect(threeOf(100, 100)).toEqual([100, 100]);
    expect(threeOf(100, 100, 100, 100)).toEqual([100, 100, 100]);
  });
});
