import { UNKNOWN_COMPANY } from '../../ledger/ledger-row.ts';
import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import type { HistoryBuilder } from '../testing/history-builder.ts';
import { ordinaryDepositor, spreadOverAWeek, threeNearTheLine } from '../testing/pattern-fixtures.ts';
import { importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { structuring } from './structuring.ts';

function detect(history: HistoryBuilder): Finding[] {
  return structuring.detect(history.build(), aContext());
}

describe('structuring', () => {
  test('the structuring rule raises one high-risk alert on the third credit just below the threshold within 11 days [spec 9.13]', () => {
    const history = threeNearTheLine();
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      activityType: 'structuring',
      riskLevel: 'high',
      amount: '28500.00',
      triggerDay: '2026-03-12',
      triggerEntryId: history.entries().at(-1)?.id,
      percentageChange: null,
      description:
        '3 credits below $10,000.00 from 2 senders totaled $28,500.00 from 2026-03-02 to 2026-03-12. ' +
        'There are usually no such credits. The pattern resembles structuring around the $10,000 reporting ' +
        'threshold.',
    });
  });

  test('structuring evidence shows the entries, each figure with its threshold and the prevention conditions', () => {
    const evidence = detect(threeNearTheLine())[0]?.evidence;
    expect(evidence?.entries.map(({ day, amount }) => `${day} ${amount}`)).toEqual([
      '2026-03-02 9500.00',
      '2026-03-05 9500.00',
      '2026-03-12 9500.00',
    ]);
    expect(evidence?.figures.map((figure) => `${figure.value} ${figure.comparison} ${figure.threshold}`)).toEqual([
      '3 >= 3',
      '28500.00 > 10000.00',
      '0 < 3',
      '28500.00 >= 25000.00',
    ]);
    expect(evidence?.dailyTotals).toHaveLength(3);
    expect(evidence?.wouldBeSilent[0]).toBe('Only 2 credits of $8,000.00 or more within 11 days instead of 3.');
    expect(evidence?.rule.parameters).toContainEqual(expect.objectContaining({ name: 'nearLineCount', value: 3 }));
    expect(evidence?.companies.map(({ company, firstSeenOnAccount }) => [company, firstSeenOnAccount])).toEqual([
      ['BLUE HARBOR TRADING', '2026-03-02'],
      ['GREEN VALLEY SALES', '2026-03-05'],
    ]);
  });

  test('the text of a structuring alert accuses no one and demands no report', () => {
    expect(JSON.stringify(detect(threeNearTheLine()))).not.toMatch(/CTR|criminal|fraud|launder|illegal|guilty/i);
  });

  test('the structuring rule finds five credits within a week that stay below the threshold on each day', () => {
    const findings = detect(spreadOverAWeek('3000.00', '3000.00', '3000.00', '3000.00', '3000.00'));
    expect(findings).toMatchObject([{ amount: '15000.00', riskLevel: 'medium', triggerDay: '2026-03-06' }]);
  });

  test.each([
    ['two credits', ordinaryDepositor().credit('9500.00').on('2026-03-02', '2026-03-05')],
    ['a single credit just below the threshold', ordinaryDepositor().credit('9999.99').on('2026-03-02')],
    ['credits just below the lower limit', threeNearTheLine('7999.99')],
    ['credits that reach the threshold', threeNearTheLine('10000.00')],
    ['twelve days', ordinaryDepositor().credit('9500.00').on('2026-03-02', '2026-03-05', '2026-03-13')],
    ['a spread sum one cent short', spreadOverAWeek('2999.99', '3000.00', '3000.00', '3000.00', '3000.00')],
    ['four spread credits', spreadOverAWeek('4000.00', '4000.00', '4000.00', '4000.00')],
    [
      'spread credits of two days only',
      ordinaryDepositor().credit('3100.00').on('2026-03-02', '2026-03-02', '2026-03-02', '2026-03-03', '2026-03-03'),
    ],
    [
      'a spread week in which one day reaches the threshold',
      spreadOverAWeek('3000.00', '3000.00', '3000.00', '3000.00', '3000.00').credit('7000.00').on('2026-03-03'),
    ],
  ])('the structuring rule raises no alert just below a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  const march = ['2026-03-02', '2026-03-04', '2026-03-06', '2026-03-09'] as const;
  test.each([
    [
      'tax refunds near the threshold',
      ordinaryDepositor()
        .credit('9400.00')
        .described('TAX REF')
        .on(...march),
    ],
    [
      'IRA distributions',
      ordinaryDepositor()
        .credit('9400.00')
        .described('IRA DIST')
        .on(...march),
    ],
    [
      'pay of a well-paid member',
      ordinaryDepositor()
        .credit('9200.00')
        .described('PAYROLL')
        .on(...march),
    ],
    [
      'a loan paid out in parts',
      ordinaryDepositor()
        .credit('9000.00')
        .described('LOAN DISBURSEMENT')
        .on(...march),
    ],
    [
      'returned credits',
      ordinaryDepositor()
        .credit('9500.00')
        .described('RETURN ITEM')
        .on(...march),
    ],
    [
      'reversed debits',
      ordinaryDepositor()
        .credit('9500.00')
        .described('REVERSAL')
        .on(...march),
    ],
    [
      'an established customer',
      ordinaryDepositor().credit('7900.00').from('OLD CUSTOMER').on('2025-10-01').again({ times: 20, everyDays: 8 }),
    ],
    [
      'a merchant whose receipts straddle the threshold',
      ordinaryDepositor()
        .credit('11200.00')
        .from('CARD SETTLEMENT')
        .on('2025-12-01', '2026-01-05', '2026-02-02')
        .credit('9600.00')
        .from('NEW PROCESSOR')
        .on(...march),
    ],
    [
      'credits that are usual for the member',
      ordinaryDepositor()
        .credit('7000.00')
        .from('OLD CUSTOMER')
        .on('2025-10-01')
        .again({ times: 9, everyDays: 15 })
        .credit('8000.00')
        .from('NEW CUSTOMER')
        .on('2026-03-02', '2026-03-05', '2026-03-08'),
    ],
  ])('the structuring rule raises no alert for ordinary activity: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('the structuring rule never treats an unnamed sender as established', () => {
    const from = (sender: string): HistoryBuilder =>
      ordinaryDepositor()
        .credit('600.00')
        .from(sender)
        .on('2025-10-01')
        .again({ times: 4, everyDays: 30 })
        .credit('9500.00')
        .from(sender)
        .on('2026-03-02', '2026-03-05', '2026-03-12');
    expect(detect(from('OLD CUSTOMER'))).toEqual([]);
    expect(detect(from(UNKNOWN_COMPANY))).toHaveLength(1);
  });

  test('the structuring rule analyzes two accounts of one member together', () => {
    const history = ordinaryDepositor().credit('9500.00').on('2026-03-02').account('1000000002');
    const findings = detect(history.credit('9400.00').on('2026-03-03', '2026-03-06'));
    expect(findings).toMatchObject([{ accountNumber: '1000000002', amount: '28300.00' }]);
    expect(findings[0]?.description).toContain('on 2 of the member’s accounts');
  });

  test('the structuring rule analyzes four accounts under one name separately because their owners probably differ', () => {
    const history = ordinaryDepositor();
    for (const account of ['1', '2', '3', '4']) history.account(account).credit('9500.00').on('2026-03-02');
    expect(detect(history)).toEqual([]);
  });

  test('a structuring alert keeps its trigger and increases its total when the behavior continues', () => {
    const [before] = detect(threeNearTheLine());
    const after = detect(threeNearTheLine().credit('9100.00').from('BLUE HARBOR TRADING').on('2026-03-13'));
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ triggerEntryId: before?.triggerEntryId, amount: '37600.00' });
  });

  test('the structuring rule raises a new alert for the same pattern after the deduplication window', () => {
    const history = threeNearTheLine().credit('9600.00').from('OTHER').on('2026-04-20', '2026-04-23', '2026-04-27');
    expect(detect(history).map(({ triggerDay }) => triggerDay)).toEqual(['2026-03-12', '2026-04-27']);
  });

  test('the structuring rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = threeNearTheLine().credit('9500.00').from('BLUE HARBOR TRADING').on('2026-03-12');
    const findings = detect(history);
    expect(detect(history)).toEqual(findings);
    const imported = structuring.detect(importedInReverseOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the structuring rule raises no alert during the ledger warm-up', () => {
    const history = threeNearTheLine().build();
    expect(structuring.detect(history, aContext({ ledgerFirstDay: '2026-01-27' }))).toEqual([]);
    expect(structuring.detect(history, aContext({ ledgerFirstDay: '2026-01-26' }))).toHaveLength(1);
  });

  test('the structuring rule scales counts and totals with the sensitivity, but not the reporting threshold', () => {
    const low = aContext({ policy: { ...defaultPolicy(), sensitivity: 'low' } });
    const high = aContext({ policy: { ...defaultPolicy(), sensitivity: 'high' } });
    expect(structuring.detect(threeNearTheLine().build(), low)).toEqual([]);
    expect(structuring.detect(threeNearTheLine('10000.00').build(), high)).toEqual([]);
    const fourSpread = spreadOverAWeek('3000.00', '3000.00', '3000.00', '3000.00').build();
    expect(structuring.detect(fourSpread, high)).toHaveLength(1);
  });
});
