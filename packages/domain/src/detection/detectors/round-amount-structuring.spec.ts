import { withoutOverlaps } from '../detection-engine.ts';
import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { roundAmountStructuring } from './round-amount-structuring.ts';
import { structuring } from './structuring.ts';

const MARCH = ['2026-03-02', '2026-03-04', '2026-03-09', '2026-03-15'] as const;

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

/** Ordinary activity and four credits of the given amounts within 14 days. */
function four(...amounts: [string, string, string, string]): HistoryBuilder {
  const history = ordinaryLife();
  amounts.forEach((amount, index) =>
    history
      .credit(amount)
      .from(index % 2 === 0 ? 'BLUE HARBOR TRADING' : 'GREEN VALLEY SALES')
      .on(MARCH[index] ?? MARCH[0]),
  );
  return history;
}

function fourRound(): HistoryBuilder {
  return four('2800.00', '3100.00', '2600.00', '2500.00');
}

function detect(history: HistoryBuilder): Finding[] {
  return roundAmountStructuring.detect(history.build(), aContext());
}

describe('round-amount structuring', () => {
  test('the fourth round credit raises a medium-risk round-amount structuring alert if the total exceeds the threshold', () => {
    const history = fourRound();
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      activityType: 'round_amount_structuring',
      category: 'Structuring',
      riskLevel: 'medium',
      accountNumber: '1000000001',
      amount: '11000.00',
      percentageChange: null,
      triggerDay: '2026-03-15',
      triggerEntryId: history.entries().at(-1)?.id,
      coolDays: 30,
      description:
        '4 credits in multiples of $100.00, each below $10,000.00, from 2 senders totaled $11,000.00 ' +
        'from 2026-03-02 to 2026-03-15. There are usually no such credits. The pattern resembles structuring ' +
        'around the $10,000 reporting threshold.',
    });
  });

  test('a round-amount structuring alert counts credits that would have prevented it and uses the singular for one sender', () => {
    const sensitivityWithout = (history: HistoryBuilder) => detect(history)[0]?.evidence.wouldBeSilent[1];
    const odd = (times: number) =>
      `${times} more non-round ${times === 1 ? 'credit' : 'credits'} below the reporting threshold.`;
    expect(sensitivityWithout(fourRound())).toContain(odd(2));
    expect(sensitivityWithout(fourRound().credit('1234.56').from('TENANT').on('2026-03-05'))).toContain(odd(1));
    expect(sensitivityWithout(fourRound().credit('1200.00').from('TENANT').on('2026-03-05'))).toContain(odd(2));
    const single = ordinaryLife()
      .credit('2800.00')
      .from('BLUE HARBOR')
      .on(...MARCH);
    expect(detect(single)[0]?.description).toContain(', from 1 sender totaled ');
  });

  test('round-amount structuring evidence shows entries, figures, daily totals and prevention conditions', () => {
    const evidence = detect(fourRound())[0]?.evidence;
    expect(evidence?.entries.map(({ day, amount }) => `${day} ${amount}`)).toEqual([
      '2026-03-02 2800.00',
      '2026-03-04 3100.00',
      '2026-03-09 2600.00',
      '2026-03-15 2500.00',
    ]);
    expect(evidence?.figures.map(({ value, comparison, threshold }) => [value, comparison, threshold])).toEqual([
      ['4', '>=', '4'],
      ['100.0', '>=', '80'],
      ['11000.00', '>', '10000.00'],
      ['11000.00', '>', '10000.00'],
      ['0', '<', '3'],
    ]);
    expect(evidence?.dailyTotals).toHaveLength(4);
    expect(evidence?.baseline).toBeNull();
    expect(evidence?.wouldBeSilent.slice(0, 2)).toEqual([
      'Only 3 round credits within 14 days instead of 4.',
      '2 more non-round credits below the reporting threshold.',
    ]);
  });

  test('the round-amount structuring rule raises an alert with one amount that is not round, but not with two', () => {
    const withOdd = (number: number): HistoryBuilder => {
      const history = fourRound();
      for (let odd = 0; odd < number; odd += 1) history.credit('612.35').from('STALL').on('2026-03-05');
      return history;
    };
    expect(detect(withOdd(1))).toMatchObject([{ amount: '11000.00' }]);
    expect(detect(withOdd(2))).toEqual([]);
  });

  test('a round-amount structuring alert compares the total with the normal month', () => {
    const history = fourRound().credit('450.00').from('FLEA MARKET').on('2025-12-10', '2026-01-10', '2026-02-10');
    const [finding] = detect(history);
    expect(finding?.percentageChange).toBe('999.99');
    expect(finding?.evidence.baseline).toMatchObject({ value: '450.00', unit: 'USD' });
    expect(finding?.description).toContain('Such credits usually total $450.00 a month');
  });

  test('a round-amount structuring alert is high risk at a total of $20,000', () => {
    const [finding] = detect(four('5000.00', '5000.00', '5000.00', '5000.00'));
    expect(finding?.riskLevel).toBe('high');
    expect(finding?.evidence.figures.at(-1)).toMatchObject({ value: '20000.00', threshold: '20000.00' });
    expect(detect(four('5000.00', '5000.00', '5000.00', '4900.00'))[0]?.riskLevel).toBe('medium');
  });

  test.each([
    ['three round credits', four('4000.00', '4000.00', '4000.00', '4000.01')],
    ['a sum of the line itself', four('2500.00', '2500.00', '2500.00', '2500.00')],
    [
      'a sum of the line itself, an odd amount beside it',
      four('2500.00', '2500.00', '2500.00', '2500.00').credit('510.00').from('STALL').on('2026-03-05'),
    ],
    ['amounts that are no round hundreds', four('2850.00', '3150.00', '2650.00', '2550.00')],
    ['one of the four below $1,000', four('900.00', '4500.00', '4500.00', '4500.00')],
    ['one of the four at the line', four('10000.00', '2500.00', '2500.00', '2500.00')],
    ['fifteen days', ordinaryLife().credit('3000.00').on('2026-03-02', '2026-03-04', '2026-03-09', '2026-03-16')],
    [
      'the same amount each month',
      fourRound().credit('5600.00').from('FLEA MARKET').on('2025-12-10', '2026-01-10', '2026-02-10'),
    ],
  ])('the round-amount structuring rule raises no alert just below a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('the round-amount structuring rule requires four of five credits to be round', () => {
    expect(detect(fourRound().credit('500.00').from('STALL').on('2026-03-05'))).toHaveLength(1);
    expect(detect(fourRound().credit('500.00').from('STALL').on('2026-03-05', '2026-03-06'))).toEqual([]);
    expect(detect(fourRound().credit('499.99').from('STALL').on('2026-03-05', '2026-03-06'))).toHaveLength(1);
  });

  test('an amount that is not round triggers no round-amount structuring alert, even if the share of round amounts rises', () => {
    const history = ordinaryLife()
      .credit('617.00')
      .from('STALL')
      .on('2026-03-01', '2026-03-01')
      .credit('3000.00')
      .from('BLUE HARBOR TRADING')
      .on('2026-03-02', '2026-03-04', '2026-03-09', '2026-03-12')
      .credit('618.50')
      .from('STALL')
      .on('2026-03-15');
    expect(detect(history)).toEqual([]);
    expect(detect(history.credit('1000.00').from('STALL').on('2026-03-15'))).toMatchObject([
      { triggerDay: '2026-03-15', amount: '13000.00' },
    ]);
  });

  const draws = (description: string): HistoryBuilder =>
    ordinaryLife()
      .credit('3000.00')
      .from('KEYSTONE LENDING')
      .described(description)
      .on(...MARCH);
  test.each([
    ['a loan disbursed in round draws', draws('LOAN DISB')],
    ['IRA distributions', draws('IRA DIST')],
    ['pay in round hundreds', draws('PAYROLL')],
    ['an insurance claim paid in parts', draws('CLAIM PMT')],
    ['returned credits', draws('RETURN ITEM')],
    ['reversed debits', draws('REVERSAL')],
    [
      'rent from roommates',
      ordinaryLife()
        .credit('1200.00')
        .from('ROOM MATE ONE')
        .on('2025-09-01')
        .again({ times: 6, everyDays: 30 })
        .credit('1200.00')
        .from('ROOM MATE TWO')
        .on('2025-09-02')
        .again({ times: 6, everyDays: 30 }),
    ],
    [
      'tenants who have paid for months',
      ordinaryLife().credit('3000.00').from('RENTFLOW PMTS').on('2025-10-01').again({ times: 20, everyDays: 8 }),
    ],
    [
      'a merchant whose takings straddle the line',
      fourRound().credit('11200.00').from('CARD SETTLEMENT').on('2025-12-01', '2026-01-05', '2026-02-02'),
    ],
  ])('the round-amount structuring rule raises no alert for ordinary activity: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('the round-amount structuring rule raises no alert for ordinary activity', () => {
    expect(detect(ordinaryLife())).toEqual([]);
  });

  test('a round-amount structuring alert replaces a structuring alert for the same credits', () => {
    const both = (history: HistoryBuilder): string[] => {
      const member = history.build();
      const found = [structuring, roundAmountStructuring].flatMap((rule) => rule.detect(member, aContext()));
      expect(found).toHaveLength(2);
      return withoutOverlaps(found).map(({ activityType }) => activityType);
    };
    const nearTheLine = ordinaryLife().credit('9500.00').on('2026-03-02', '2026-03-05', '2026-03-12');
    expect(both(nearTheLine.credit('1000.00').on('2026-03-13', '2026-03-14'))).toEqual(['round_amount_structuring']);
    const spread = ordinaryLife().credit('3000.00').on('2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05');
    expect(both(spread.credit('3210.55').on('2026-03-06'))).toEqual(['round_amount_structuring']);
  });

  test('the round-amount structuring rule analyzes two accounts of a member together but not four', () => {
    const history = ordinaryLife().credit('3000.00').on('2026-03-02', '2026-03-03').account('1000000002');
    const [finding, ...others] = detect(history.credit('3000.00').on('2026-03-05', '2026-03-06'));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ accountNumber: '1000000002', amount: '12000.00' });
    expect(finding?.description).toContain('on 2 of the member’s accounts');
    const strangers = ordinaryLife();
    for (const account of ['1', '2', '3', '4']) strangers.account(account).credit('3000.00').on('2026-03-02');
    expect(detect(strangers)).toEqual([]);
  });

  test('a round-amount structuring alert keeps its trigger and increases its total when the behavior continues', () => {
    const [before] = detect(fourRound());
    const after = detect(fourRound().credit('4000.00').from('BLUE HARBOR TRADING').on('2026-03-16'));
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ triggerEntryId: before?.triggerEntryId, amount: '15000.00' });
  });

  test('the round-amount structuring rule raises a new alert for the same pattern after the deduplication window', () => {
    const later = ['2026-04-15', '2026-04-16', '2026-04-17', '2026-04-18'] as const;
    const history = fourRound()
      .credit('6000.00')
      .from('OTHER')
      .on(...later);
    expect(detect(history).map(({ triggerDay }) => triggerDay)).toEqual(['2026-03-15', '2026-04-18']);
  });

  test('the round-amount structuring rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = fourRound().credit('2500.00').from('BLUE HARBOR TRADING').on('2026-03-15');
    const findings = detect(history);
    expect(detect(history)).toEqual(findings);
    const imported = roundAmountStructuring.detect(importedInReverseOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the round-amount structuring rule raises no alert during the ledger warm-up', () => {
    const history = fourRound().build();
    expect(roundAmountStructuring.detect(history, aContext({ ledgerFirstDay: '2026-01-30' }))).toEqual([]);
    expect(roundAmountStructuring.detect(history, aContext({ ledgerFirstDay: '2026-01-29' }))).toHaveLength(1);
  });

  test('round-amount structuring requires five credits at low sensitivity; at high sensitivity, $16,000 is high risk', () => {
    const under = (sensitivity: 'low' | 'high') => aContext({ policy: { ...defaultPolicy(), sensitivity } });
    expect(roundAmountStructuring.detect(fourRound().build(), under('low'))).toEqual([]);
    const five = fourRound().credit('5000.00').from('OTHER').on('2026-03-15').build();
    expect(roundAmountStructuring.detect(five, under('low'))).toMatchObject([{ riskLevel: 'medium' }]);
    expect(roundAmountStructuring.detect(five, under('high'))).toMatchObject([{ riskLevel: 'high' }]);
  });
});
