import { UNKNOWN_COMPANY } from '../../ledger/ledger-row.ts';
import type { Finding } from '../detector.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { powerBillAfterFour, powerBills } from '../testing/pattern-fixtures.ts';
import { unusualPattern } from './unusual-pattern.ts';

/** Debits of the given amounts on the 14th of each month in 2025. */
function monthly(history: HistoryBuilder, company: string, ...amounts: string[]): HistoryBuilder {
  amounts.forEach((amount, month) =>
    history
      .debit(amount)
      .from(company)
      .on(`2025-${String(month + 1).padStart(2, '0')}-14`),
  );
  return history;
}

function detect(history: HistoryBuilder): Finding[] {
  return unusualPattern.detect(history.build(), aContext());
}

describe('unusual pattern', () => {
  test('the unusual pattern rule raises one medium-risk alert on a bill that is several times the usual amount', () => {
    const history = powerBillAfterFour('660.00');
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      activityType: 'unusual_pattern',
      category: 'Other Patterns',
      riskLevel: 'medium',
      amount: '660.00',
      percentageChange: '500.00',
      triggerDay: '2026-01-29',
      triggerEntryId: history.entries().at(-1)?.id,
      coolDays: 30,
      description:
        'Debit of $660.00 to PRAIRIE POWER on 2026-01-29. The 4 earlier entries of this kind had a ' +
        'median of $110.00 and a maximum of $120.00.',
    });
  });

  test('unusual pattern evidence shows the figures, the median with its days and the prevention conditions', () => {
    const evidence = detect(powerBillAfterFour('660.00'))[0]?.evidence;
    expect(evidence?.figures.map(({ value, comparison, threshold }) => [value, comparison, threshold])).toEqual([
      ['660.00', '>=', '400.00'],
      ['6.00', '>=', '4'],
      ['5.50', '>=', '2.50'],
      ['4', '>=', '4'],
      ['90', '>=', '60'],
    ]);
    expect(evidence?.figures.every(({ met }) => met)).toBe(true);
    expect(evidence?.baseline).toEqual({
      label: 'Median of the earlier entries with PRAIRIE POWER',
      value: '110.00',
      unit: 'USD',
      firstDay: '2025-10-01',
      lastDay: '2025-12-30',
    });
    expect(evidence?.wouldBeSilent).toEqual([
      'An amount below $440.00.',
      'An earlier amount above $264.00 in the same direction.',
      'Only 3 earlier entries instead of 4.',
    ]);
  });

  test('the unusual pattern rule raises no alert when any stated prevention condition is met', () => {
    expect(detect(powerBillAfterFour('440.00'))).toHaveLength(1);
    expect(detect(powerBillAfterFour('439.99'))).toEqual([]);
    expect(detect(powerBills('100.00', '120.00', '100.00', '264.00', '660.00'))).toHaveLength(1);
    expect(detect(powerBills('100.00', '120.00', '100.00', '264.01', '660.00'))).toEqual([]);
    expect(detect(powerBills('100.00', '120.00', '110.00', '660.00'))).toEqual([]);
  });

  test('an unusual pattern alert names the sender of an unusual credit', () => {
    const history = aHistory().credit('50.00').from('BLUE HARBOR').on('2025-09-01').again({ times: 5, everyDays: 30 });
    const [finding] = detect(history.credit('900.00').from('BLUE HARBOR').on('2026-03-05'));
    expect(finding?.description).toMatch(/^Credit of \$900.00 from BLUE HARBOR on 2026-03-05\. /);
  });

  test('the unusual pattern rule ignores a repeated amount that was unusual before', () => {
    const twice = powerBillAfterFour('660.00').debit('660.00').from('PRAIRIE POWER').on('2026-03-20');
    expect(detect(twice)).toMatchObject([{ triggerDay: '2026-01-29', amount: '660.00' }]);
  });

  test('an unusual pattern alert is high risk at eight times the median', () => {
    const [finding] = detect(powerBillAfterFour('880.00'));
    expect(finding?.riskLevel).toBe('high');
    expect(finding?.evidence.figures.at(-1)).toMatchObject({ value: '8.00', threshold: '8' });
    expect(detect(powerBillAfterFour('879.99'))[0]?.riskLevel).toBe('medium');
  });

  test.each([
    ['less than $400', powerBills('20.00', '20.00', '20.00', '20.00', '399.99')],
    ['less than four times the median', powerBills('120.00', '120.00', '110.00', '110.00', '459.99')],
    ['less than 2.5 times the largest', powerBills('200.00', '50.00', '50.00', '50.00', '499.99')],
    [
      'four bills within 59 days',
      aHistory()
        .debit('100.00')
        .from('PRAIRIE POWER')
        .on('2025-10-01', '2025-10-20', '2025-11-10', '2025-11-29')
        .debit('900.00')
        .from('PRAIRIE POWER')
        .on('2026-01-29'),
    ],
    ['a return of that amount', powerBillAfterFour('660.00').withCode('26').withAddenda('R01')],
    [
      'earlier entries of the other direction',
      aHistory()
        .credit('100.00')
        .from('PRAIRIE POWER')
        .on('2025-10-01')
        .again({ times: 5, everyDays: 20 })
        .debit('900.00')
        .from('PRAIRIE POWER')
        .on('2026-02-10'),
    ],
  ])('the unusual pattern rule raises no alert just below a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('the unusual pattern rule requires a larger difference when amounts have always varied', () => {
    const swinging = (amount: string) => powerBills('100.00', '400.00', '100.00', '100.00', amount);
    expect(detect(swinging('1599.99'))).toEqual([]);
    const [finding] = detect(swinging('1600.00'));
    expect(finding?.evidence.figures[2]).toMatchObject({ value: '4.00', threshold: '4' });
    expect(finding?.evidence.wouldBeSilent.slice(0, 2)).toEqual([
      'An amount below $1,600.00.',
      'An earlier amount above $400.00 in the same direction.',
    ]);
  });

  test.each(['CHASE CREDIT CRD', 'AMEX EPAYMENT', 'Discover', 'CAPITAL ONE', 'CITI CARD ONLINE'])(
    'the unusual pattern rule raises no alert for the first large card bill: %s',
    (company) => {
      const paid = (to: string) => monthly(aHistory(), to, '110', '160', '60', '115', '40', '100', '2400');
      expect(detect(paid(company))).toEqual([]);
      expect(detect(paid('CAPITAL ONE AUTO FINANCE'))).toHaveLength(1);
    },
  );

  test('the unusual pattern rule treats a card with steady payments like any other company', () => {
    const steady = ['110', '120', '100', '115', '105', '120', '2400'];
    expect(detect(monthly(aHistory(), 'AMEX EPAYMENT', ...steady))).toHaveLength(1);
    const swinging = (largest: string) => ['100', '100', '100', largest, '100', '100', '2400'];
    expect(detect(monthly(aHistory(), 'AMEX EPAYMENT', ...swinging('150')))).toHaveLength(1);
    expect(detect(monthly(aHistory(), 'AMEX EPAYMENT', ...swinging('150.01')))).toEqual([]);
  });

  test('the unusual pattern rule excludes returns and reversals from the history', () => {
    const sentBack = powerBills('100.00', '120.00', '100.00').debit('600.00').from('PRAIRIE POWER').on('2025-12-10');
    const reversed = powerBills('100.00', '120.00', '100.00').debit('600.00').from('PRAIRIE POWER').on('2025-12-10');
    const fourthAndFifth = (history: HistoryBuilder): HistoryBuilder =>
      history
        .debit('120.00')
        .from('PRAIRIE POWER')
        .on('2025-12-30')
        .debit('660.00')
        .from('PRAIRIE POWER')
        .on('2026-01-29');
    expect(detect(fourthAndFifth(sentBack.withCode('26')))).toHaveLength(1);
    expect(detect(fourthAndFifth(reversed.described('REVERSAL')))).toHaveLength(1);
  });

  test('the unusual pattern rule uses a history of four bills over exactly 60 days', () => {
    const history = aHistory().debit('100.00').from('PRAIRIE POWER');
    history.on('2025-10-01', '2025-10-20', '2025-11-10', '2025-11-30').debit('900.00').from('PRAIRIE POWER');
    expect(detect(history.on('2026-01-29'))).toHaveLength(1);
  });

  test('the unusual pattern rule requires at least $1,500 for a wallet', () => {
    const sent = (amount: string): HistoryBuilder =>
      aHistory()
        .debit('40.00')
        .from('VENMO')
        .on('2025-08-01')
        .again({ times: 7, everyDays: 30 })
        .debit(amount)
        .from('VENMO')
        .on('2026-03-15');
    expect(detect(sent('1499.99'))).toEqual([]);
    const [finding] = detect(sent('1500.00'));
    expect(finding).toMatchObject({ amount: '1500.00', riskLevel: 'high' });
    expect(finding?.evidence.figures[0]).toMatchObject({ value: '1500.00', threshold: '1500.00' });
    expect(finding?.evidence.wouldBeSilent[0]).toBe('An amount below $1,500.00.');
  });

  const pay = (description: string, last: string): HistoryBuilder =>
    aHistory()
      .credit('2400.00')
      .from('RIVERTON SCHOOLS')
      .described('PAYROLL')
      .on('2025-08-01')
      .again({ times: 12, everyDays: 14 })
      .credit(last)
      .from('RIVERTON SCHOOLS')
      .described(description)
      .on('2026-02-13');
  test.each([
    [
      'heating that grows towards winter',
      monthly(aHistory(), 'HEARTH GAS', '55', '52', '60', '58', '55', '57', '60', '85', '140', '230', '275'),
    ],
    ['a card whose payments swing', monthly(aHistory(), 'FOUNTAIN CARD', '420', '210', '630', '260', '510', '1040')],
    ['a year-end bonus', pay('BONUS', '12000.00')],
    ['a raise', pay('PAYROLL', '2900.00')],
    ['a tax refund after four years of small ones', pay('TAX REF', '11000.00')],
    ['a reversed payment', powerBillAfterFour('660.00').described('REVERSAL')],
    ['quarterly tax', monthly(aHistory(), 'IRS', '3100', '3100', '3100', '3100', '3600')],
    ['ordinary pay and bills', aHistory().ordinaryLifeUntil('2026-03-10')],
  ])('the unusual pattern rule raises no alert for ordinary activity: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('the unusual pattern rule does not build a history for an unnamed sender', () => {
    const history = (company: string): HistoryBuilder =>
      aHistory()
        .debit('100.00')
        .from(company)
        .on('2025-08-01')
        .again({ times: 7, everyDays: 30 })
        .debit('900.00')
        .from(company)
        .on('2026-03-15');
    expect(detect(history('PRAIRIE POWER'))).toHaveLength(1);
    expect(detect(history(UNKNOWN_COMPANY))).toEqual([]);
  });
});
