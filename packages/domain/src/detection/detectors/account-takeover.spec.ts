import * as fc from 'fast-check';
import { addDays, epochDay } from '../../calendar/day.ts';
import { formatCents } from '../../money/cents.ts';
import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { suspiciousDebitHistories } from '../testing/random-histories.ts';
import { expectRuleInvariants, importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { accountTakeover, elevatedTransfers, largestBetween, largestByDay } from './account-takeover.ts';

const KNOWN = ['CITY WATER', 'HOMESTEAD MORTGAGE', 'PRAIRIE POWER', 'CLEARFIBER', 'SHIELD MUTUAL'];

/** The usual weekly outflow is $420.32, and the largest debit in 90 days is $1,450. */
function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

/** Ordinary activity, then two debits by new companies within three days. */
function drained(
  first = '1200.00',
  second = '1300.00',
  secondDay = '2026-03-04',
  life = ordinaryLife(),
): HistoryBuilder {
  life.debit(first).from('NOVA TRADE').on('2026-03-02');
  return life.debit(second).from('OPAL MEDIA').on(secondDay);
}

function detect(history: HistoryBuilder, context = aContext({ known: KNOWN })): Finding[] {
  return accountTakeover.detect(history.build(), context);
}

function facts(history: HistoryBuilder): (string | undefined)[] {
  return detect(history)[0]?.evidence.facts.map(({ label, value }) => `${label}: ${value}`) ?? [];
}

describe('account takeover', () => {
  test('the second of two debits to new companies that exceed every earlier debit raises one account takeover alert', () => {
    const history = drained();
    expect(detect(history)).toMatchObject([
      {
        activityType: 'account_takeover',
        category: 'Account Takeover',
        riskLevel: 'high',
        amount: '2500.00',
        percentageChange: '494.78',
        triggerDay: '2026-03-04',
        triggerEntryId: history.entries().at(-1)?.id,
        description:
          '2 debits to 2 first-time companies (NOVA TRADE, OPAL MEDIA) totaled $2,500.00 from 2026-03-02 ' +
          'to 2026-03-04. This account usually pays out $420.32 a week. Possible account takeover.',
      },
    ]);
  });

  test('an account takeover alert shows the figures, usual week, last normal debit and largest earlier debit', () => {
    const evidence = detect(drained())[0]?.evidence;
    expect(evidence?.figures.map((figure) => `${figure.value} ${figure.comparison} ${figure.threshold}`)).toEqual([
      '2 >= 2',
      '2500.00 >= 2000.00',
      '2500.00 >= 672.51',
      '2500.00 > 1667.50',
      '2500.00 >= 2101.60',
    ]);
    expect(evidence?.baseline).toEqual({
      label: 'Usual weekly outflow of this account',
      value: '420.32',
      unit: 'USD',
      firstDay: '2025-11-29',
      lastDay: '2026-02-26',
    });
    expect(evidence?.entries.map(({ company, amount }) => `${company} ${amount}`)).toEqual([
      'NOVA TRADE 1200.00',
      'OPAL MEDIA 1300.00',
    ]);
    expect(facts(drained())).toEqual([
      'Last normal debit: $61.15 to LAKESIDE GROCERY on 2026-02-25',
      'Largest debit in the 90 days before: $1,450.00 to HOMESTEAD MORTGAGE on 2026-01-31',
    ]);
  });

  test('account takeover raises no alert when any stated prevention condition is met', () => {
    expect(detect(drained())[0]?.evidence.wouldBeSilent).toEqual([
      'Only 1 such debit within 6 days instead of 2.',
      'All debits by one company, such as a deposit and a final payment.',
      'A total below $2,000.00.',
      'Companies that the account first paid more than 10 days earlier, or that many members use.',
      'An account less than 60 days old.',
    ]);
    expect(detect(ordinaryLife().debit('2500.00').from('NOVA TRADE').on('2026-03-02'))).toEqual([]);
    expect(detect(drained('1000.00', '999.99'))).toEqual([]);
    expect(detect(drained().debit('5.00').from('NOVA TRADE').on('2026-02-19'))).toEqual([]);
    expect(detect(drained(), aContext({ known: [...KNOWN, 'OPAL MEDIA'] }))).toEqual([]);
  });

  test('an account takeover alert shows a larger transfer through a known app without counting it', () => {
    const history = drained()
      .debit('40.00')
      .from('CASH APP')
      .on('2025-12-01', '2026-01-05', '2026-02-02')
      .debit('600.00')
      .from('CASH APP')
      .on('2026-03-04');
    expect(detect(history)).toMatchObject([{ amount: '2500.00' }]);
    expect(facts(history)).toContain('Larger transfer than usual on the same days: $600.00 to CASH APP on 2026-03-04');
    const one = ordinaryLife().debit('1900.00').from('NOVA TRADE').on('2026-03-02');
    expect(
      detect(
        one
          .debit('40.00')
          .from('CASH APP')
          .on('2025-12-01', '2026-01-05', '2026-02-02')
          .debit('600.00')
          .from('CASH APP')
          .on('2026-03-04'),
      ),
    ).toEqual([]);
  });

  test('account takeover requires three debits when all go to a single company', () => {
    const history = ordinaryLife().debit('900.00').from('NOVA TRADE').on('2026-03-02', '2026-03-03', '2026-03-04');
    const [finding] = detect(history);
    expect(finding).toMatchObject({ amount: '2700.00', triggerDay: '2026-03-04' });
    expect(finding?.description).toMatch(/^3 debits to 1 first-time company \(NOVA TRADE\) totaled /);
    expect(finding?.evidence.figures[0]).toMatchObject({ value: '3', threshold: '3' });
    expect(finding?.evidence.wouldBeSilent[0]).toBe('Only 2 such debits within 6 days instead of 3.');
  });

  test('account takeover is high risk at $5,000 or five times the usual week', () => {
    const spends = (amount: string): HistoryBuilder =>
      aHistory().debit(amount).from('LAKESIDE GROCERY').on('2025-06-02').again({ times: 38, everyDays: 7 });
    const drainedOf = (history: HistoryBuilder, amount: string): HistoryBuilder =>
      history.debit(amount).from('NOVA TRADE').on('2026-03-02').debit(amount).from('OPAL MEDIA').on('2026-03-03');
    const risks = (['2499.99', '2500.00'] as const).map(
      (amount) => detect(drainedOf(spends('1400.00'), amount))[0]?.riskLevel,
    );
    expect(risks).toEqual(['medium', 'high']);
    expect(detect(drainedOf(spends('400.00'), '1100.00'))[0]?.riskLevel).toBe('high');
    expect(detect(drainedOf(spends('800.00'), '1100.00'))[0]?.riskLevel).toBe('medium');
  });

  test.each([
    ['a sum one cent short', drained('1000.00', '999.99')],
    ['a debit below $100', drained('2400.00', '99.99')],
    ['seven days', drained('1200.00', '1300.00', '2026-03-08')],
    [
      'no more than 1.15 times the largest debit before',
      drained().debit('2173.91').from('LAKESIDE GROCERY').on('2026-01-20'),
    ],
    [
      'less than 1.6 usual weeks of an account of ten weeks, not thinned out by the time before it',
      drained(
        '1200.00',
        '1300.00',
        '2026-03-04',
        aHistory().debit('750.00').from('LAKESIDE GROCERY').on('2025-12-22').again({ times: 19, everyDays: 3 }),
      ),
    ],
    [
      'less than 1.6 usual weeks',
      drained().debit('1400.00').from('LAKESIDE GROCERY').on('2025-12-01').again({ times: 11, everyDays: 7 }),
    ],
  ])('account takeover raises no alert just below a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test.each([
    ['pay and bills', ordinaryLife()],
    [
      'moving house: new billers that many members have',
      ordinaryLife()
        .debit('1700.00')
        .from('PRAIRIE POWER')
        .on('2026-03-02')
        .debit('1500.00')
        .from('CLEARFIBER')
        .on('2026-03-03')
        .debit('900.00')
        .from('SHIELD MUTUAL')
        .on('2026-03-04'),
    ],
    [
      'a contractor paid a deposit and the balance',
      ordinaryLife().debit('2400.00').from('HOLLOW ROOFING').on('2026-03-02', '2026-03-06'),
    ],
    ['one invoice of a contractor', ordinaryLife().debit('5900.00').from('HOLLOW ROOFING').on('2026-03-02')],
    [
      'tuition that was paid before',
      ordinaryLife()
        .debit('4200.00')
        .from('VALLEY COLLEGE')
        .on('2025-08-20', '2026-03-02')
        .debit('900.00')
        .from('VALLEY COLLEGE HOUSING')
        .on('2025-09-21', '2026-03-03'),
    ],
    ['returned debits', drained().withCode('26').debit('300.00').from('NOVA TRADE').on('2026-03-05')],
    [
      'a reversal by a former employer of pay credited twice',
      ordinaryLife()
        .debit('2400.00')
        .from('NOVA TRADE')
        .described('REVERSAL')
        .on('2026-03-02')
        .debit('2400.00')
        .from('OPAL MEDIA')
        .described('REVERSAL')
        .on('2026-03-03'),
    ],
    [
      'two unfamiliar senders',
      ordinaryLife()
        .credit('1800.00')
        .from('NOVA TRADE')
        .on('2026-03-02')
        .credit('1900.00')
        .from('OPAL MEDIA')
        .on('2026-03-03'),
    ],
    [
      "a new account's first month",
      aHistory()
        .debit('20.00')
        .from('CITY WATER')
        .on('2026-01-02')
        .debit('1200.00')
        .from('NOVA TRADE')
        .on('2026-03-01')
        .debit('1300.00')
        .from('OPAL MEDIA')
        .on('2026-03-02'),
    ],
  ])('account takeover raises no alert for ordinary activity: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('an account takeover alert adds debits in the deduplication window without moving its trigger', () => {
    const [before] = detect(drained());
    const after = detect(drained().debit('3000.00').from('QUILL GROUP').on('2026-03-06'));
    expect(after).toMatchObject([{ triggerEntryId: before?.triggerEntryId, amount: '5500.00' }]);
    const again = drained()
      .debit('2000.00')
      .from('QUILL GROUP')
      .on('2026-03-19')
      .debit('2000.00')
      .from('WREN IMPORTS')
      .on('2026-03-20');
    expect(detect(again).map(({ triggerDay }) => triggerDay)).toEqual(['2026-03-04', '2026-03-20']);
  });

  test('account takeover finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = drained('1200.00', '1300.00', '2026-03-02');
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(detect(history)).toEqual(findings);
    const imported = accountTakeover.detect(importedInReverseOrder(history.entries()), aContext({ known: KNOWN }));
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('account takeover raises no alert during the ledger warm-up', () => {
    expect(detect(drained(), aContext({ ledgerFirstDay: '2026-01-19' }))).toEqual([]);
    expect(detect(drained(), aContext({ ledgerFirstDay: '2026-01-18' }))).toHaveLength(1);
  });

  test('account takeover scales the count, total and account age with the sensitivity', () => {
    const low = aContext({ policy: { ...defaultPolicy(), sensitivity: 'low' } });
    const high = aContext({ policy: { ...defaultPolicy(), sensitivity: 'high' } });
    expect(detect(drained(), low)).toEqual([]);
    expect(detect(drained().debit('100.00').from('WREN IMPORTS').on('2026-03-05'), low)).toHaveLength(1);
    expect(detect(drained('850.00', '849.99'), high)).toHaveLength(1);
    expect(detect(drained('800.00', '799.99'), high)).toEqual([]);
  });

  test('account takeover keeps its triggers in any import order and after later entries in random histories', () => {
    const context = aContext({ ledgerFirstDay: '2024-06-02' });
    expect(expectRuleInvariants(accountTakeover, { histories: suspiciousDebitHistories, context })).toBeGreaterThan(2);
  });
});

/** Debits of $40, $50 and $45 through a wallet, a month apart, the last on February 2. */
function inUse(company = 'CASH APP'): HistoryBuilder {
  return aHistory()
    .debit('40.00')
    .from(company)
    .on('2025-12-02')
    .debit('50.00')
    .from(company)
    .on('2026-01-02')
    .debit('45.00')
    .from(company)
    .on('2026-02-02');
}

/** Larger-than-usual transfers from March 2 to 4. */
function raised(history: HistoryBuilder): string[] {
  const [account] = history.build().accounts;
  if (account === undefined) return [];
  const days = { firstDay: epochDay('2026-03-02'), lastDay: epochDay('2026-03-04') };
  return elevatedTransfers(account, days).map(({ entry }) => `${entry.company} ${entry.amountCents / 100}`);
}

describe('larger-than-usual transfers', () => {
  test('a larger-than-usual transfer is at least twice the largest through a known company in 90 days', () => {
    expect(raised(inUse().debit('100.00').from('CASH APP').on('2026-03-04'))).toEqual(['CASH APP 100']);
    expect(raised(inUse().debit('99.99').from('CASH APP').on('2026-03-04'))).toEqual([]);
  });

  test('larger-than-usual transfers are limited to the given days', () => {
    const sentOn = (day: string) => raised(inUse().debit('200.00').from('CASH APP').on(day));
    expect(['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05'].map((day) => sentOn(day).length)).toEqual([
      0, 1, 1, 0,
    ]);
  });

  test('larger-than-usual transfers are compared only with the previous 90 days', () => {
    const before = (day: string) =>
      raised(inUse().debit('80.00').from('CASH APP').on(day).debit('120.00').from('CASH APP').on('2026-03-02'));
    expect([before('2025-12-02'), before('2025-12-01')]).toEqual([[], ['CASH APP 120']]);
  });

  test('larger-than-usual transfers go to people or banks through an established company', () => {
    const newcomer = aHistory().debit('50.00').from('CASH APP').on('2026-02-02', '2026-02-20');
    expect(raised(newcomer.debit('200.00').from('CASH APP').on('2026-03-02'))).toEqual([]);
    expect(raised(inUse('CITY WATER').debit('200.00').from('CITY WATER').on('2026-03-02'))).toEqual([]);
    expect(raised(inUse().debit('200.00').from('VENMO').on('2026-03-02'))).toEqual([]);
  });

  test('larger-than-usual transfers are limited to five', () => {
    const history = inUse().debit('200.00').from('CASH APP').on('2026-03-02');
    expect(raised(history.again({ times: 5, everyDays: 0 }))).toHaveLength(5);
  });
});

const BEGIN = '2026-01-01';
const first = epochDay(BEGIN);

/** Debits on one account, by number of days after the first day. */
function debits(...amounts: { cents: number; day: number }[]) {
  const history = aHistory();
  for (const { cents, day } of amounts) history.debit(formatCents(cents)).on(addDays(BEGIN, day));
  return history.build().accounts[0]?.entries ?? [];
}

describe('largest entry between two days', () => {
  test('the largest entry between two days includes both days', () => {
    const entries = debits(
      { cents: 700, day: 0 },
      { cents: 500, day: 3 },
      { cents: 500, day: 5 },
      { cents: 900, day: 9 },
    );
    const byDay = largestByDay(entries);
    expect(largestBetween(byDay, first, first + 3)).toBe(700);
    expect(largestBetween(byDay, first + 1, first + 8)).toBe(500);
    expect(largestBetween(byDay, first + 9, first + 9)).toBe(900);
    expect(largestBetween(byDay, first + 10, first + 20)).toBe(0);
  });

  test('the largest entry between two days matches a search of all entries as the days advance', () => {
    const entry = fc.record({ cents: fc.integer({ min: 1, max: 9 }), day: fc.nat(30) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), fc.nat(8), (amounts, width) => {
        const entries = debits(...amounts);
        const byDay = largestByDay(entries);
        for (let day = first; day < first + 32; day += 1) {
          const inside = entries.filter((each) => each.entry.epochDay >= day - width && each.entry.epochDay <= day);
          const largest = Math.max(...inside.map((each) => each.entry.amountCents), 0);
          expect(largestBetween(byDay, day - width, day)).toBe(largest);
        }
      }),
    );
  });
});
