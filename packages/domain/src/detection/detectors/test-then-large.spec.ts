import { epochDay } from '../../calendar/day.ts';
import type { Finding } from '../detector.ts';
import { datedAmounts, RecentMedian } from '../entry-windows.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { suspiciousDebitHistories } from '../testing/random-histories.ts';
import { expectRuleInvariants, importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { testThenLarge } from './test-then-large.ts';

/** The median debit on this account is $61.15. */
function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

/** Ordinary activity, a tiny entry, and a large debit four days later. */
function probed(
  {
    probe = '0.45',
    large = '1800.00',
    by = 'NOVA TRADE',
    taker = by,
    on = '2026-03-02',
    takenOn = '2026-03-06',
  }: Partial<Record<'probe' | 'large' | 'by' | 'taker' | 'on' | 'takenOn', string>> = {},
  life = ordinaryLife(),
): HistoryBuilder {
  return life.debit(probe).from(by).on(on).debit(large).from(taker).on(takenOn);
}

function detect(history: HistoryBuilder, context = aContext({ known: ['CITY WATER', 'TOWNE HARDWARE'] })): Finding[] {
  return testThenLarge.detect(history.build(), context);
}

describe('test then large', () => {
  test('the test-then-large rule raises one high-risk alert on a large debit after a tiny entry from the same new company', () => {
    const history = probed();
    expect(detect(history)).toMatchObject([
      {
        activityType: 'test_then_large',
        category: 'Velocity & Testing',
        riskLevel: 'high',
        amount: '1800.00',
        percentageChange: '999.99',
        triggerDay: '2026-03-06',
        triggerEntryId: history.entries().at(-1)?.id,
        description:
          'Debit of $1,800.00 to NOVA TRADE on 2026-03-06 followed a debit of $0.45 by NOVA TRADE on ' +
          '2026-03-02. Both entries are from companies new to this account. The median debit on this ' +
          'account is $61.15. Possible test of the account number before a large debit.',
      },
    ]);
  });

  test('test-then-large evidence shows the probe, the debit, the figures and the median', () => {
    const evidence = detect(probed())[0]?.evidence;
    expect(evidence?.entries.map(({ amount, part }) => `${amount} ${part}`)).toEqual([
      '0.45 Probe',
      '1800.00 Large debit',
    ]);
    expect(evidence?.figures.map((figure) => `${figure.value} ${figure.comparison} ${figure.threshold}`)).toEqual([
      '1800.00 >= 500.00',
      '0.45 < 5.00',
      '4 <= 12',
      '1800.00 >= 122.30',
    ]);
    expect(evidence?.baseline).toEqual({
      label: 'Median debit on this account',
      value: '61.15',
      unit: 'USD',
      firstDay: '2025-12-06',
      lastDay: '2026-03-05',
    });
    expect(evidence?.facts.map(({ value }) => value)).toEqual(['Debit of $0.45 by NOVA TRADE on 2026-03-02', '4']);
  });

  test('the test-then-large rule raises no alert when any stated prevention condition is met', () => {
    expect(detect(probed())[0]?.evidence.wouldBeSilent).toEqual([
      'A debit below $500.00.',
      'No entry below $5.00 under a similar name in the 12 days before.',
      'A probe labeled ACCTVERIFY, as account validations are.',
      'A company that many members use, or whose first entry on the account was more than 12 days earlier.',
    ]);
    expect(detect(probed({ large: '499.99' }))).toEqual([]);
    expect(detect(probed({ probe: '5.00' }))).toEqual([]);
    expect(detect(probed({ by: 'TOWNE HARDWARE' }))).toEqual([]);
    expect(detect(probed().debit('20.00').from('NOVA TRADE').on('2026-02-21'))).toEqual([]);
    const validated = ordinaryLife().credit('0.12').from('ELMWOOD').described('ACCTVERIFY').on('2026-03-02');
    expect(detect(validated.debit('500.00').from('ELMWOOD').described('INVEST').on('2026-03-06'))).toEqual([]);
  });

  test('test-then-large evidence shows the entry description of the probe', () => {
    const history = ordinaryLife().debit('0.45').from('NOVA TRADE').described('VERIFY').on('2026-03-02');
    const [finding] = detect(history.debit('1800.00').from('NOVA TRADE').on('2026-03-06'));
    expect(finding?.evidence.facts[0]?.value).toBe('Debit of $0.45 by NOVA TRADE on 2026-03-02, described as VERIFY');
  });

  test('a test-then-large alert omits the median on an account without earlier debits', () => {
    const life = aHistory()
      .credit('2400.00')
      .from('RIVERTON SCHOOLS')
      .on('2025-06-02')
      .again({ times: 20, everyDays: 14 });
    const [finding] = detect(probed({}, life));
    expect(finding?.description).toContain('The account had no debits of $5.00 or more in the 90 days before');
    expect(finding).toMatchObject({ percentageChange: null, evidence: { baseline: null } });
    expect(finding?.evidence.figures).toHaveLength(3);
  });

  test('the test-then-large rule accepts a small credit as a probe and a large debit under a similar name', () => {
    const history = ordinaryLife().credit('0.07').from('KESTREL PAY 1').on('2026-03-02');
    history.debit('620.00').from('KESTREL PAY 22').on('2026-03-10');
    expect(detect(history)).toMatchObject([{ amount: '620.00', triggerDay: '2026-03-10' }]);
  });

  test('the test-then-large rule allows twelve days from probe to debit, although a company is new for only ten', () => {
    expect(detect(probed({ takenOn: '2026-03-14' }))).toHaveLength(1);
    expect(detect(probed({ takenOn: '2026-03-15' }))).toEqual([]);
  });

  test('the test-then-large rule accepts a probe on the same day unless its time is later', () => {
    const sameDay = { by: 'KESTREL PAY 9', taker: 'KESTREL PAY 1', takenOn: '2026-03-02' };
    expect(detect(probed(sameDay))).toMatchObject([{ amount: '1800.00' }]);
    const timed = (probe: number, large: number): HistoryBuilder =>
      ordinaryLife()
        .debit('0.45')
        .from('NOVA TRADE')
        .on('2026-03-02')
        .atMinute(probe)
        .debit('1800.00')
        .from('NOVA TRADE')
        .on('2026-03-02')
        .atMinute(large);
    expect(detect(timed(600, 601))).toHaveLength(1);
    expect(detect(timed(601, 600))).toEqual([]);
    expect(detect(timed(601, 600).debit('0.50').from('NOVA TRADE').on('2026-03-02'))).toHaveLength(1);
  });

  test('the test-then-large rule uses only the amount on an account without earlier debits', () => {
    const history = probed({}, aHistory().credit('900.00').on('2026-01-02'));
    expect(detect(history)).toMatchObject([{ percentageChange: null, evidence: { baseline: null } }]);
    expect(detect(history)[0]?.description).toContain(
      'The account had no debits of $5.00 or more in the 90 days before',
    );
  });

  test.each([
    [
      'less than twice the median debit',
      probed(
        { large: '1199.99' },
        aHistory().debit('600.00').from('CARD').on('2025-12-10').again({ times: 9, everyDays: 9 }),
      ),
    ],
    [
      'the large entry is a credit',
      ordinaryLife().debit('0.45').from('N T').on('2026-03-02').credit('1800.00').from('N T').on('2026-03-06'),
    ],
    [
      'a sister name that probed thirteen days before',
      probed({ by: 'KESTREL PAY 1', taker: 'KESTREL PAY 22', takenOn: '2026-03-15' }),
    ],
    ['an entry of $5 is no probe', probed({ probe: '5.00' }).debit('1.00').from('CITY WATER').on('2026-03-01')],
    [
      'a large debit that takes back what was credited by mistake',
      ordinaryLife()
        .credit('0.45')
        .from('N T')
        .on('2026-03-02')
        .debit('900.00')
        .from('N T')
        .described('REVERSAL')
        .on('2026-03-04'),
    ],
    ['a probe after the debit', probed({ on: '2026-03-07' })],
    ['a name that begins alike in one word only', probed({ taker: 'NOVA MEDIA' })],
    [
      'two unfamiliar companies whose names begin with generic words',
      probed({ by: 'CITY OF RIVERTON', taker: 'CITY OF LAKEVIEW' }),
    ],
    ['a taker that many members use', probed({ by: 'TOWNE HARDWARE CAFE', taker: 'TOWNE HARDWARE' })],
    [
      'a large debit sent back',
      ordinaryLife()
        .debit('0.45')
        .from('N T')
        .on('2026-03-02')
        .debit('900.00')
        .from('N T')
        .withCode('26')
        .on('2026-03-04'),
    ],
  ])('the test-then-large rule raises no alert just outside a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test.each([
    ['pay and bills', ordinaryLife()],
    [
      'an account validated, then monthly investing',
      ordinaryLife()
        .credit('0.31')
        .from('ELMWOOD BROKERS')
        .described('ACCTVERIFY')
        .on('2026-02-02', '2026-02-02')
        .debit('0.62')
        .from('ELMWOOD BROKERS')
        .described('ACCTVERIFY')
        .on('2026-02-02')
        .debit('800.00')
        .from('ELMWOOD BROKERS')
        .described('INVEST')
        .on('2026-02-05', '2026-03-05'),
    ],
    [
      'a tiny purchase at a shop that many members use',
      probed({ by: 'TOWNE HARDWARE', probe: '2.99', large: '640.00' }),
    ],
    [
      'an app that the account has used for months',
      probed({ by: 'PARK AND PAY', probe: '1.50' }).debit('2.00').from('PARK AND PAY').on('2025-11-03'),
    ],
    ['a trial month, then the ordinary price', probed({ probe: '1.00', large: '19.99' })],
    [
      'a prenote before a mortgage',
      ordinaryLife()
        .debit('0.00')
        .withCode('28')
        .from('NEW LENDER')
        .on('2026-03-02')
        .debit('1450.00')
        .from('NEW LENDER')
        .on('2026-03-09'),
    ],
  ])('the test-then-large rule raises no alert for ordinary activity: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('the test-then-large rule adds a debit in the deduplication window without moving the trigger', () => {
    const [before] = detect(probed());
    const after = detect(probed().debit('700.00').from('NOVA TRADE').on('2026-03-09'));
    expect(after).toMatchObject([{ triggerEntryId: before?.triggerEntryId, amount: '2500.00' }]);
    expect(after[0]?.description).toMatch(
      /^2 large debits totaling \$2,500\.00, the first to NOVA TRADE on 2026-03-06, /,
    );
    const later = probed({ by: 'OPAL MEDIA', on: '2026-04-06', takenOn: '2026-04-08' }, probed());
    expect(detect(later).map(({ triggerDay, amount }) => `${triggerDay} ${amount}`)).toEqual([
      '2026-03-06 1800.00',
      '2026-04-08 1800.00',
    ]);
  });

  test('the test-then-large rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = probed({ takenOn: '2026-03-02' });
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(detect(history)).toEqual(findings);
    const imported = testThenLarge.detect(importedInReverseOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the test-then-large rule raises no alert during the ledger warm-up', () => {
    expect(detect(probed(), aContext({ ledgerFirstDay: '2026-01-21' }))).toEqual([]);
    expect(detect(probed(), aContext({ ledgerFirstDay: '2026-01-20' }))).toHaveLength(1);
  });

  test('the test-then-large rule scales the large debit with the sensitivity, but not the probe', () => {
    const low = aContext({ policy: { ...defaultPolicy(), sensitivity: 'low' } });
    const high = aContext({ policy: { ...defaultPolicy(), sensitivity: 'high' } });
    expect(detect(probed({ large: '624.99' }), low)).toEqual([]);
    expect(detect(probed({ large: '625.00' }), low)).toHaveLength(1);
    expect(detect(probed({ large: '400.00' }), high)).toHaveLength(1);
    expect(detect(probed({ probe: '4.99' }), high)).toHaveLength(1);
    expect(detect(probed({ probe: '5.00' }), low)).toEqual([]);
  });

  test('in random histories, import order and later entries do not change the triggers of the test-then-large rule', () => {
    const context = aContext({ ledgerFirstDay: '2024-06-02' });
    expect(expectRuleInvariants(testThenLarge, { histories: suspiciousDebitHistories, context })).toBeGreaterThan(2);
  });
});

const on = (day: string) => epochDay(`2026-${day}`);

/** Medians, in cents, for the thirty days before each of the given days. */
function mediansBefore(...days: string[]): (number | null)[] {
  const history = aHistory().credit('9.00').on('2026-01-01').credit('1.00').on('2026-01-11');
  history.credit('3.00').on('2026-01-11').credit('5.00').on('2026-01-21');
  const median = new RecentMedian(datedAmounts(history.build().accounts[0]?.entries ?? []));
  return days.map((day) => median.between(on(day) - 30, on(day) - 1));
}

describe('median of the previous days', () => {
  test('the median of the previous days covers whole days but not the day itself', () => {
    expect(mediansBefore('01-01', '01-02', '01-11', '01-12', '01-22')).toEqual([null, 900, 900, 300, 400]);
  });

  test('the median of the previous days drops amounts older than its period', () => {
    expect(mediansBefore('01-31', '02-01', '02-10', '02-11', '02-20', '02-21')).toEqual([
      400,
      300,
      300,
      500,
      500,
      null,
    ]);
  });
});
