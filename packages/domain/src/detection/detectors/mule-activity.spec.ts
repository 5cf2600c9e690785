import { addDays } from '../../calendar/day.ts';
import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { randomHistories } from '../testing/random-histories.ts';
import { expectRuleInvariants, importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { muleActivity, PassThroughDays } from './mule-activity.ts';

const KNOWN = ['MERIDIAN CARD', 'GREENLEAF MARKET'];

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-20');
}

/** $2,000 from each of two unfamiliar senders, then one debit that sends most of it to an exchange. */
function throughTheAccount(out = '3800.00', on = '2026-03-05'): HistoryBuilder {
  return ordinaryLife()
    .credit('2000.00')
    .from('NOVA TRADE')
    .on('2026-03-02')
    .credit('2000.00')
    .from('OPAL MEDIA')
    .on('2026-03-03')
    .debit(out)
    .from('COINBAY CRYPTO')
    .on(on);
}

function oneCredit(amount: string, out: string): HistoryBuilder {
  return ordinaryLife()
    .credit(amount)
    .from('NOVA TRADE')
    .on('2026-03-02')
    .debit(out)
    .from('COINBAY CRYPTO')
    .on('2026-03-04');
}

function detect(history: HistoryBuilder, context = aContext({ known: KNOWN })): Finding[] {
  return muleActivity.detect(history.build(), context);
}

describe('mule activity', () => {
  test('the mule activity rule raises one alert on the debit that moves money from two unfamiliar senders in three days', () => {
    const history = throughTheAccount();
    expect(detect(history)).toMatchObject([
      {
        activityType: 'mule_activity',
        category: 'Money Mule Activity',
        riskLevel: 'medium',
        amount: '4000.00',
        percentageChange: null,
        triggerDay: '2026-03-05',
        triggerEntryId: history.entries().at(-1)?.id,
        description:
          '2 credits from 2 unfamiliar senders totaled $4,000.00 from 2026-03-02 to 2026-03-03. $3,800.00 ' +
          'left by 2026-03-05, to COINBAY CRYPTO. This account usually receives no such credits. Possible ' +
          'money mule: funds passed on for others.',
      },
    ]);
  });

  test('mule activity evidence shows money in and out with the share that left', () => {
    const evidence = detect(throughTheAccount())[0]?.evidence;
    expect(evidence?.entries.map(({ part, amount }) => `${part} ${amount}`)).toEqual([
      'Money in 2000.00',
      'Money in 2000.00',
      'Money out 3800.00',
    ]);
    expect(evidence?.figures.map(({ value, comparison, threshold }) => `${value} ${comparison} ${threshold}`)).toEqual([
      '4000.00 >= 2000.00',
      '2 >= 2',
      '95.0 >= 75',
      '95.0 <= 125',
    ]);
    expect(evidence?.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Money in: 4000.00',
      'Money out: 3800.00',
      'Share of all money in that left: 95.0',
      'Share of all money in that stayed: 5.0',
      'Senders: NOVA TRADE, OPAL MEDIA',
      'Recipients: COINBAY CRYPTO',
      'Last entry before the money came in: LAKESIDE GROCERY on 2026-02-28, 2 days earlier',
    ]);
    expect(evidence?.baseline).toBeNull();
  });

  test('mule activity evidence distinguishes the share that had left at the trigger from the final share', () => {
    const evidence = detect(throughTheAccount().debit('150.00').from('COINBAY CRYPTO').on('2026-03-06'))[0]?.evidence;
    const shares = [...(evidence?.figures ?? []), ...(evidence?.facts ?? [])].filter(({ label }) =>
      /share/i.test(label),
    );
    expect(shares.map(({ label, value, unit }) => `${label}: ${value} ${unit}`)).toEqual([
      'Share that had left when the rule was met: 95.0 percent',
      'Share that had left when the rule was met, at most: 95.0 percent',
      'Share of all money in that left: 98.8 percent',
      'Share of all money in that stayed: 1.2 percent',
    ]);
  });

  test('the mule activity rule raises no alert when any stated prevention condition is met', () => {
    const [finding] = detect(oneCredit('3000.00', '2250.00'));
    expect(finding?.evidence.wouldBeSilent.slice(0, 3)).toEqual([
      'Less than $2,250.00 leaving within 5 days of the last credit.',
      'Less than $2,000.00 from unfamiliar senders within 7 days.',
      'Usual monthly credits of this kind above $2,000.00.',
    ]);
    expect(detect(oneCredit('3000.00', '2249.99'))).toEqual([]);
    const usual = (monthly: string) =>
      [1, 2, 3].reduce(
        (history, month) =>
          history
            .credit(monthly)
            .from(`SENDER ${month}`)
            .on(addDays('2025-12-01', 29 * month - 20)),
        oneCredit('3000.00', '2250.00'),
      );
    expect(detect(usual('2000.00'))).toMatchObject([{ percentageChange: '50.00' }]);
    expect(detect(usual('2000.01'))).toEqual([]);
  });

  test('a mule activity alert for one large credit shows its amount and the usual month', () => {
    const evidence = detect(oneCredit('3000.00', '2250.00'))[0]?.evidence;
    expect(evidence?.figures[1]).toMatchObject({ label: 'Largest single credit', threshold: '2500.00' });
    const usual = oneCredit('3000.00', '2250.00').credit('900.00').from('SENDER').on('2026-01-20');
    const [finding] = detect(usual);
    const month = finding?.evidence.baseline?.value ?? '';
    expect(Number(month)).toBeGreaterThan(0);
    expect(finding?.description).toContain(`$${month} a month in such credits`);
    expect(finding?.evidence.figures.at(-1)).toMatchObject({
      value: '3000.00',
      threshold: (1.5 * Number(month)).toFixed(2),
    });
  });

  test('a mule activity alert is high risk at $5,000 of money in', () => {
    const [high] = detect(oneCredit('5000.00', '5000.00'));
    expect(high?.riskLevel).toBe('high');
    expect(high?.evidence.figures.at(-1)).toMatchObject({
      label: 'High risk: all money in',
      value: '5000.00',
    });
    expect(detect(oneCredit('4999.99', '5000.00'))[0]?.riskLevel).toBe('medium');
  });

  test('the mule activity rule checks a new account the same way as an old one', () => {
    const history = aHistory()
      .credit('2600.00')
      .from('NOVA TRADE')
      .on('2026-03-02')
      .debit('1300.00')
      .from('ZELLE')
      .on('2026-03-03', '2026-03-04');
    expect(detect(history)).toMatchObject([{ triggerDay: '2026-03-04', amount: '2600.00' }]);
    expect(detect(history)[0]?.evidence.facts.at(-1)?.value).toBe('none: these are the first entries on the account');
  });

  test('the mule activity rule finds money that passes through even when other money stays', () => {
    const history = oneCredit('3000.00', '2900.00').credit('9000.00').from('AUNT OLGA').on('2026-02-27');
    expect(detect(history)).toHaveLength(1);
  });

  test('the mule activity rule raises an alert exactly at its limits', () => {
    expect(detect(oneCredit('2500.00', '3125.00'))).toHaveLength(1);
    const twoThousand = ordinaryLife()
      .credit('1000.00')
      .from('NOVA TRADE')
      .on('2026-03-02')
      .credit('1000.00')
      .from('OPAL MEDIA')
      .on('2026-03-08');
    expect(detect(twoThousand.debit('1500.00').from('ZELLE').on('2026-03-13'))).toHaveLength(1);
  });

  test('mule activity evidence shows the largest matching total', () => {
    const figures = detect(throughTheAccount())[0]?.evidence.figures;
    expect(figures?.[0]?.value).toBe('4000.00');
  });

  test.each([
    ['a cent less than three quarters passed on', throughTheAccount('2999.99')],
    ['more spent than came in', oneCredit('3000.00', '3750.01')],
    ['a single credit a cent short', oneCredit('2499.99', '2499.99')],
    [
      'two credits a cent short together',
      ordinaryLife()
        .credit('999.99')
        .from('NOVA TRADE')
        .on('2026-03-02')
        .credit('1000.00')
        .from('OPAL MEDIA')
        .on('2026-03-02')
        .debit('1900.00')
        .from('ZELLE')
        .on('2026-03-03'),
    ],
    ['passed on six days after the last credit', throughTheAccount('3800.00', '2026-03-09')],
    [
      'credits eight days apart, and some that stayed long before',
      ordinaryLife()
        .credit('1100.00')
        .from('QUILL GROUP')
        .on('2026-01-12', '2026-01-13')
        .credit('1500.00')
        .from('NOVA TRADE')
        .on('2026-03-02')
        .credit('1500.00')
        .from('OPAL MEDIA')
        .on('2026-03-09')
        .debit('3000.00')
        .from('ZELLE')
        .on('2026-03-10'),
    ],
    ['debits before the credit', oneCredit('3000.00', '10.00').debit('2900.00').from('ZELLE').on('2026-03-01')],
  ])('the mule activity rule raises no alert just below a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('the mule activity rule combines money that leaves within three weeks into one alert', () => {
    const again = (on: string) =>
      throughTheAccount()
        .credit('3000.00')
        .from('QUILL GROUP')
        .on(on)
        .debit('3000.00')
        .from('BITHARBOR CRYPTO')
        .on(addDays(on, 1));
    expect(detect(again('2026-03-25'))).toMatchObject([{ amount: '7000.00', riskLevel: 'high' }]);
    expect(detect(again('2026-03-26')).map(({ amount }) => amount)).toEqual(['4000.00', '3000.00']);
  });

  test('the mule activity rule raises no alert during the ledger warm-up and ignores money from that period', () => {
    const context = (ledgerFirstDay: string) => aContext({ ledgerFirstDay });
    expect(detect(throughTheAccount(), context('2026-01-17'))).toEqual([]);
    expect(detect(throughTheAccount(), context('2026-01-16'))).toHaveLength(1);
  });

  test('the mule activity rule scales totals and counts with the sensitivity', () => {
    const at = (sensitivity: 'low' | 'high', history: HistoryBuilder) =>
      detect(history, aContext({ policy: { ...defaultPolicy(), sensitivity } })).length;
    expect(at('high', oneCredit('2000.00', '2000.00'))).toBe(1);
    expect(at('high', oneCredit('1999.99', '1999.99'))).toBe(0);
    expect(at('low', oneCredit('3125.00', '3125.00'))).toBe(1);
    expect(at('low', oneCredit('3124.99', '3124.99'))).toBe(0);
  });

  test('the mule activity rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = throughTheAccount().debit('3800.00').from('BITHARBOR CRYPTO').on('2026-03-05');
    const findings = detect(history);
    expect(findings).not.toEqual([]);
    expect(detect(history)).toEqual(findings);
    const imported = muleActivity.detect(importedInReverseOrder(history.entries()), aContext({ known: KNOWN }));
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('in random histories, mule activity figures are correct, and import order and later entries change no triggers', () => {
    const found = expectRuleInvariants(muleActivity, {
      histories: randomHistories,
      context: aContext({ ledgerFirstDay: '2024-06-02' }),
    });
    expect(found).toBeGreaterThan(10);
  });
});

type Run = NonNullable<ReturnType<PassThroughDays['largest']>>;

/** Money in (positive) and out (negative) in dollars, by day in March. */
function passing(...moves: [day: number, dollars: number][]): PassThroughDays {
  const history = aHistory();
  for (const [day, dollars] of moves) {
    const amount = Math.abs(dollars).toFixed(2);
    (dollars > 0 ? history.credit(amount) : history.debit(amount)).on(`2026-03-${String(day).padStart(2, '0')}`);
  }
  const days = new PassThroughDays({ inDays: 7, outDays: 5 });
  history.build().accounts[0]?.entries.forEach((prepared, index) => {
    days.add(prepared, index);
  });
  return days;
}

const NO_MINIMUM = { inCents: 0, outCents: 0 };

function largest(days: PassThroughDays, fits: (run: Readonly<Run>) => boolean = () => true): string | null {
  const run = days.largest(NO_MINIMUM, fits);
  if (run === null) return null;
  const { from, firstDay, lastDay, credits, largestCents, inCents, outCents } = run;
  const cents = [largestCents, inCents, outCents].map((each) => each / 100).join(' ');
  return `entry ${from}, ${lastDay - firstDay + 1} days, ${credits} credits: ${cents}`;
}

describe('money that passes through', () => {
  test('pass-through money is the largest total over days with credits, with the debits from the first of those days on', () => {
    const days = passing([2, -50], [3, 1000], [4, -10], [5, 2000], [6, -2500]);
    expect(largest(days)).toBe('entry 1, 3 days, 2 credits: 2000 3000 2510');
  });

  test('pass-through money is the largest matching total when a larger one does not match', () => {
    const days = passing([3, 1000], [5, 2000], [6, 500], [7, -400]);
    expect(largest(days, ({ credits }) => credits === 1)).toBe('entry 1, 1 days, 1 credits: 2000 2000 400');
    expect(largest(days, () => false)).toBeNull();
  });

  test('pass-through money starts as late as possible when totals are equal', () => {
    const days = passing([3, 1000], [4, -5], [5, 1000], [6, -20]);
    expect(largest(days, ({ credits }) => credits === 1)).toBe('entry 2, 1 days, 1 credits: 1000 1000 20');
  });

  test('pass-through money includes credits from seven days, at most five days before the debit', () => {
    expect(largest(passing([2, 1000], [8, 1000]))).toBe('entry 0, 7 days, 2 credits: 1000 2000 0');
    expect(largest(passing([2, 1000], [9, 1500]))).toBe('entry 1, 1 days, 1 credits: 1500 1500 0');
    expect(largest(passing([2, 1000], [7, -900]))).toBe('entry 0, 1 days, 1 credits: 1000 1000 900');
    expect(largest(passing([2, 1000], [8, -900]))).toBeNull();
  });

  test('pass-through money excludes entries before the window', () => {
    const days = passing([2, 900], [2, -900], [14, 100], [14, -30]);
    expect(largest(days)).toBe('entry 2, 1 days, 1 credits: 100 100 30');
    const account = (inCents: number, outCents: number) => days.largest({ inCents, outCents }, () => true) !== null;
    expect([account(10_000, 3_000), account(10_001, 3_000), account(10_000, 3_001)]).toEqual([true, false, false]);
  });
});
