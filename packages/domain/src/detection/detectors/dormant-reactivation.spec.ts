import { addDays } from '../../calendar/day.ts';
import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { HISTORIES_BEGIN, randomHistories } from '../testing/random-histories.ts';
import { expectRuleInvariants, importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { dormantReactivation } from './dormant-reactivation.ts';

const KNOWN = ['GREENLEAF MARKET'];
const WAKES = '2026-03-02';

/** Pay, rent and wallet transfers until the given number of days before the reactivation, then nothing. */
function silentFor(days: number): HistoryBuilder {
  const last = addDays(WAKES, -days);
  return aHistory()
    .credit('1500.00')
    .from('HARVEST FARMS')
    .described('PAYROLL')
    .on(addDays(last, -60), addDays(last, -46), addDays(last, -32))
    .debit('900.00')
    .from('SMALL LANDLORD')
    .on(addDays(last, -59), addDays(last, -29))
    .debit('40.00')
    .from('VENMO')
    .on(addDays(last, -20), last);
}

/** By default, $3,000 from an unfamiliar sender, half of it sent out the next day. */
function awake(days = 150, amount = '3000.00', out = '1500.00'): HistoryBuilder {
  return silentFor(days).credit(amount).from('NOVA TRADE').on(WAKES).debit(out).from('VENMO').on('2026-03-03');
}

function detect(history: HistoryBuilder, context = aContext({ known: KNOWN })): Finding[] {
  return dormantReactivation.detect(history.build(), context);
}

describe('dormant reactivation', () => {
  test('dormant reactivation raises one alert on the first entry of an inactive account with unfamiliar companies', () => {
    const history = awake();
    expect(detect(history)).toMatchObject([
      {
        activityType: 'dormant_reactivation',
        category: 'Dormant Account Activity',
        riskLevel: 'medium',
        amount: '4500.00',
        percentageChange: null,
        triggerDay: WAKES,
        triggerEntryId: history.entries().at(-2)?.id,
        description:
          'The account had no entries for 150 days after 2025-10-03. Then 2 entries from NOVA TRADE, VENMO ' +
          'totaled $4,500.00 from 2026-03-02 to 2026-03-03. Possible use of a dormant account by someone ' +
          'else.',
      },
    ]);
  });

  test('a dormant reactivation alert names the sender of a single entry and of an earlier credit', () => {
    const history = silentFor(160).credit('7.00').from('HARVEST FARMS').described('REFUND').on(addDays(WAKES, -150));
    const [finding] = detect(history.credit('3000.00').from('NOVA TRADE').on(WAKES));
    expect(finding?.description).toContain('Then 1 entry from NOVA TRADE totaled $3,000.00 ');
    expect(finding?.evidence.facts[0]?.value).toBe('Credit of $7.00 from HARVEST FARMS on 2025-10-03');
  });

  test('a dormant reactivation alert shows the last entry before inactivity and each figure with its threshold', () => {
    const evidence = detect(awake())[0]?.evidence;
    expect(evidence?.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Last entry before the inactive period: Debit of $40.00 to VENMO on 2025-10-03',
      'Companies new to the account: NOVA TRADE',
    ]);
    expect(
      evidence?.figures.map(({ value, comparison, threshold, unit }) => `${value} ${comparison} ${threshold} ${unit}`),
    ).toEqual(['150 >= 120 days', '4500.00 >= 1000.00 USD', '1 >= 1 count']);
    expect(evidence?.baseline).toBeNull();
  });

  test('dormant reactivation raises no alert when any stated prevention condition is met', () => {
    expect(detect(awake())[0]?.evidence.wouldBeSilent).toEqual([
      'An entry in between, so that fewer than 120 days passed without one.',
      'A total below $1,000.00 within 7 days instead of $4,500.00.',
      'Only companies that had entries on the account before the inactive period.',
    ]);
    expect(detect(awake().debit('5.00').from('GYM').on('2025-12-01'))).toEqual([]);
    expect(detect(awake(150, '500.00', '499.99'))).toEqual([]);
    expect(detect(silentFor(150).debit('3000.00').from('VENMO').on(WAKES))).toEqual([]);
    const paid = silentFor(150).credit('3000.00').from('NOVA TRADE').on(WAKES);
    expect(detect(paid)[0]?.evidence.wouldBeSilent.at(-1)).toBe(
      'Credits described as pay, benefits, a tax refund, a loan, a claim or a distribution.',
    );
    expect(detect(paid.described('PAYROLL'))).toEqual([]);
  });

  test('dormant reactivation is high risk after 180 days or at $5,000', () => {
    const riskOf = (history: HistoryBuilder) => detect(history)[0]?.riskLevel;
    expect(riskOf(awake(179))).toBe('medium');
    expect(riskOf(awake(180))).toBe('high');
    expect(riskOf(awake(150, '3000.00', '1999.99'))).toBe('medium');
    expect(riskOf(awake(150, '3000.00', '2000.00'))).toBe('high');
    const figures = detect(awake(180, '3000.00', '2000.00'))[0]?.evidence.figures.slice(3);
    expect(figures?.map(({ label, value }) => `${label} ${value}`)).toEqual([
      'High risk: days without any entry 180',
      'High risk: total 5000.00',
    ]);
  });

  test('dormant reactivation raises an alert exactly at its limits', () => {
    expect(detect(awake(120))).toHaveLength(1);
    expect(detect(awake(150, '500.00', '500.00'))).toHaveLength(1);
    const late = silentFor(150).credit('10.00').from('GYM').on(WAKES);
    expect(detect(late.debit('1000.00').from('NOVA TRADE').on('2026-03-08'))).toHaveLength(1);
  });

  test('dormant reactivation finds suspicious entries after benefits reactivate the account', () => {
    const history = silentFor(150)
      .credit('900.00')
      .from('SSA TREAS 310')
      .described('XXSOC SEC')
      .on(WAKES)
      .debit('1200.00')
      .from('NOVA TRADE')
      .on('2026-03-04');
    expect(detect(history)).toMatchObject([{ triggerDay: '2026-03-04', amount: '1200.00' }]);
  });

  test.each([
    ['119 silent days', awake(119)],
    ['a cent short', awake(150, '500.00', '499.99')],
    [
      'the eighth day',
      silentFor(150).credit('10.00').from('GYM').on(WAKES).debit('1000.00').from('NOVA TRADE').on('2026-03-09'),
    ],
    ['an account that begins', aHistory().credit('3000.00').from('NOVA TRADE').on(WAKES)],
    ['a returned entry in between', awake().debit('20.00').from('GYM').withAddenda('R01').on('2025-12-01')],
  ])('dormant reactivation raises no alert just below a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test.each<[string, HistoryBuilder]>([
    [
      'seasonal pay of the former employer',
      silentFor(150).credit('1500.00').from('HARVEST FARMS').described('PAYROLL').on(WAKES),
    ],
    ['a former employer without a description', silentFor(150).credit('1500.00').from('HARVEST FARMS').on(WAKES)],
    ['pay of a new employer', silentFor(150).credit('1500.00').from('CITY MILL').described('PAYROLL').on(WAKES)],
    ['a tax refund', silentFor(200).credit('3800.00').from('IRS TREAS 310').described('TAX REF').on(WAKES)],
    ['purchases at shops that many members use', silentFor(150).debit('1300.00').from('GREENLEAF MARKET').on(WAKES)],
    [
      'the previous landlord and a new shop',
      silentFor(150).debit('1200.00').from('SMALL LANDLORD').on(WAKES).debit('60.00').from('NEW SHOP').on(WAKES),
    ],
    ['a reversal', silentFor(150).credit('3000.00').from('NOVA TRADE').described('REVERSAL').on(WAKES)],
    ['a payment that comes back', silentFor(150).credit('3000.00').from('NOVA TRADE').withAddenda('R03').on(WAKES)],
    ['a new wallet, small sums', silentFor(150).debit('60.00').from('ZELLE').on(WAKES, '2026-03-04', '2026-03-06')],
    ['only pay and bills', aHistory().ordinaryLifeUntil(WAKES)],
  ])('dormant reactivation raises no alert for ordinary activity: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('dormant reactivation requires 180 inactive days at low sensitivity and 90 at high sensitivity', () => {
    const at = (sensitivity: 'low' | 'high', days: number) =>
      detect(awake(days), aContext({ known: KNOWN, policy: { ...defaultPolicy(), sensitivity } })).length;
    expect([at('low', 179), at('low', 180), at('high', 89), at('high', 90)]).toEqual([0, 1, 0, 1]);
  });

  test('each reactivation of a dormant account raises a new alert', () => {
    const history = awake(150).credit('2000.00').from('OPAL MEDIA').on('2026-08-03');
    expect(detect(history).map(({ triggerDay }) => triggerDay)).toEqual([WAKES, '2026-08-03']);
  });

  test('dormant reactivation finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = awake().debit('700.00').from('OPAL MEDIA').on(WAKES);
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(detect(history)).toEqual(findings);
    const imported = dormantReactivation.detect(importedInReverseOrder(history.entries()), aContext({ known: KNOWN }));
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('dormant reactivation keeps its triggers and correct figures in any import order and after later entries', () => {
    const [from, to] = [addDays(HISTORIES_BEGIN, 40), addDays(HISTORIES_BEGIN, 199)];
    const sleepers = randomHistories.map((entries) =>
      entries.filter(({ day }) => day !== null && (day < from || day > to)),
    );
    const found = expectRuleInvariants(dormantReactivation, { histories: sleepers, context: aContext() });
    expect(found).toBeGreaterThan(10);
  });
});
