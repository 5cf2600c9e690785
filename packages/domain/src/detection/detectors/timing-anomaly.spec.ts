import { epochDay } from '../../calendar/day.ts';
import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { suspiciousDebitHistories } from '../testing/random-histories.ts';
import { expectRuleInvariants, importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { nightShareOf, timingAnomaly } from './timing-anomaly.ts';

const KNOWN = ['CITY WATER', 'FUELSTOP'];
const WEEKEND = ['2026-03-07', '2026-03-08', '2026-03-08'];

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

/** Ordinary activity plus one debit per given amount, on Saturday and Sunday. */
function suspiciousDebits(
  amounts: string[],
  { days = WEEKEND, company = 'NOVA TRADE', life = ordinaryLife() } = {},
): HistoryBuilder {
  amounts.forEach((amount, k) =>
    life
      .debit(amount)
      .from(company)
      .on(days[k] ?? ''),
  );
  return life;
}

/** Three debits of $190 at the given minutes after midnight, Monday to Wednesday. */
function atNight(minutes: number[], life = ordinaryLife(), company = 'NOVA TRADE'): HistoryBuilder {
  const days = ['2026-03-02', '2026-03-03', '2026-03-04'];
  minutes.forEach((minute, k) =>
    life
      .debit('190.00')
      .from(company)
      .on(days[k] ?? '')
      .atMinute(minute),
  );
  return life;
}

function detect(history: HistoryBuilder, context = aContext({ known: KNOWN })): Finding[] {
  return timingAnomaly.detect(history.build(), context);
}

describe('timing anomaly', () => {
  test('the timing anomaly rule raises one medium-risk alert on the third debit by an unfamiliar company on a weekend', () => {
    const history = suspiciousDebits(['180.00', '170.00', '200.00']);
    expect(detect(history)).toMatchObject([
      {
        activityType: 'timing_anomaly',
        category: 'Account Takeover',
        riskLevel: 'medium',
        amount: '550.00',
        percentageChange: null,
        triggerDay: '2026-03-08',
        triggerEntryId: history.entries().at(-1)?.id,
        description:
          '3 debits by NOVA TRADE totaled $550.00 from 2026-03-07 to 2026-03-08: 3 outside banking days. ' +
          'Possible use of the account by someone else.',
      },
    ]);
  });

  test('timing anomaly evidence shows the time of each debit, the figures and the last normal debit', () => {
    const evidence = detect(suspiciousDebits(['900.00', '700.00', '400.00']))[0]?.evidence;
    expect(evidence?.entries.map(({ part }) => part)).toEqual(['Saturday', 'Sunday', 'Sunday']);
    expect(evidence?.figures.map((figure) => `${figure.value} ${figure.comparison} ${figure.threshold}`)).toEqual([
      '3 >= 3',
      '2000.00 >= 500.00',
      '2000.00 >= 2000.00',
    ]);
    expect(evidence?.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Debits at night: 0',
      'Debits on non-banking days: 3',
      'Last normal debit: $61.15 to LAKESIDE GROCERY on 2026-03-04',
      'Largest debit in the 90 days before: $1,450.00 to HOMESTEAD MORTGAGE on 2026-01-31',
    ]);
    expect(evidence?.baseline).toBeNull();
  });

  test('the timing anomaly rule finds debits from midnight to 5 a.m. on banking days and shows the share of night debits', () => {
    const life = ordinaryLife().debit('30.00').from('LAKESIDE GROCERY').on('2026-02-03', '2026-02-10').atMinute(600);
    const [finding] = detect(atNight([1, 135, 299], life));
    expect(finding).toMatchObject({ amount: '570.00', triggerDay: '2026-03-04' });
    expect(finding?.description).toContain('3 between midnight and 5:00');
    expect(finding?.evidence.entries.map(({ part }) => part)).toEqual([
      'Banking day, 00:01',
      'Banking day, 02:15',
      'Banking day, 04:59',
    ]);
    expect(finding?.evidence.baseline).toEqual({
      label: 'Share of night debits among this account’s debits with a time',
      value: '0.0',
      unit: 'percent',
      firstDay: '2025-11-29',
      lastDay: '2026-02-26',
    });
  });

  test('the timing anomaly rule treats a Federal Reserve holiday as a non-banking day', () => {
    const days = ['2026-02-14', '2026-02-16', '2026-02-16'];
    const [finding] = detect(suspiciousDebits(['200.00', '200.00', '200.00'], { days }));
    expect(finding?.evidence.entries.map(({ part }) => part)).toEqual(['Saturday', 'Holiday', 'Holiday']);
  });

  test('the timing anomaly rule raises no alert when any stated prevention condition is met', () => {
    expect(detect(suspiciousDebits(['180.00', '170.00', '200.00']))[0]?.evidence.wouldBeSilent).toEqual([
      'Only 2 such debits within 6 days instead of 3.',
      'A total below $500.00.',
      'Debits after 5:00 a.m. on banking days.',
      'Companies that are established on the account, or that many members use.',
    ]);
    expect(detect(suspiciousDebits(['300.00', '300.00']))).toEqual([]);
    expect(detect(suspiciousDebits(['180.00', '170.00', '149.99']))).toEqual([]);
    expect(detect(suspiciousDebits(['180.00', '170.00', '200.00'], { company: 'FUELSTOP' }))).toEqual([]);
    expect(detect(atNight([300, 301, 700]))).toEqual([]);
  });

  test.each([
    ['two by night and one at five', atNight([130, 140, 300])],
    [
      'banking days without times',
      suspiciousDebits(['200.00', '200.00', '200.00'], { days: ['2026-03-05', '2026-03-06', '2026-03-06'] }),
    ],
    [
      'seven days',
      suspiciousDebits(['200.00', '200.00', '200.00'], { days: ['2026-03-01', '2026-03-01', '2026-03-07'] }),
    ],
    [
      'a company that is established on the account',
      suspiciousDebits(['200.00', '200.00', '200.00'], { company: 'OLD FRIEND' })
        .debit('20.00')
        .from('OLD FRIEND')
        .on('2026-01-05', '2026-01-20', '2026-02-16'),
    ],
  ])('the timing anomaly rule raises no alert just outside a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test.each([
    ['pay and bills', ordinaryLife()],
    [
      'weekend event pay: credits',
      ordinaryLife().credit('300.00').from('FAIRGROUND').on('2026-03-07', '2026-03-08', '2026-03-08'),
    ],
    [
      'pay, benefits and a loan payment posted by the overnight batch',
      ordinaryLife()
        .credit('1200.00')
        .from('MILL')
        .described('PAYROLL')
        .on('2026-03-02')
        .atMinute(195)
        .credit('900.00')
        .from('SSA TREAS 310')
        .on('2026-03-03')
        .atMinute(195)
        .debit('380.00')
        .from('TRUCK CREDIT')
        .on('2026-03-03')
        .atMinute(195),
    ],
    [
      'new debits where the institution posts everything by night',
      atNight(
        [180, 180, 180],
        ordinaryLife()
          .debit('50.00')
          .from('CITY WATER')
          .on('2025-12-05')
          .atMinute(180)
          .again({ times: 11, everyDays: 7 }),
      ),
    ],
    [
      'night-time transfers with an app that the member has used all year',
      atNight(
        [20, 90, 150],
        ordinaryLife()
          .debit('180.00')
          .from('NIGHT APP')
          .on('2025-06-02')
          .atMinute(100)
          .again({ times: 19, everyDays: 14 }),
        'NIGHT APP',
      ),
    ],
    [
      'a reversal on a Sunday',
      suspiciousDebits(['300.00', '300.00']).debit('300.00').from('X').described('REVERSAL').on('2026-03-08'),
    ],
    [
      'an account validated on a Sunday',
      suspiciousDebits(['300.00', '300.00']).debit('0.20').from('X').described('ACCTVERIFY').on('2026-03-08'),
    ],
    [
      'debits sent back',
      suspiciousDebits(['300.00', '300.00']).debit('300.00').from('X').withCode('26').on('2026-03-08'),
    ],
  ])('the timing anomaly rule raises no alert for ordinary activity: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('the timing anomaly rule treats night debits as usual when they are half of all debits', () => {
    const life = (byDay: number): HistoryBuilder =>
      ordinaryLife()
        .debit('10.00')
        .from('CITY WATER')
        .on('2026-01-05')
        .atMinute(100)
        .debit('10.00')
        .on('2026-01-06')
        .atMinute(900)
        .again({ times: byDay - 1, everyDays: 1 });
    expect(detect(atNight([130, 140, 150], life(1)))).toEqual([]);
    expect(detect(atNight([130, 140, 150], life(2)))).toHaveLength(1);
  });

  test('the timing anomaly rule does not treat night debits as usual because of overnight pay and benefits', () => {
    const life = ordinaryLife().credit('1200.00').from('MILL').described('PAYROLL').on('2025-12-05');
    const paid = life.atMinute(180).again({ times: 11, everyDays: 7 });
    expect(detect(atNight([130, 140, 150], paid))).toHaveLength(1);
  });

  test('the timing anomaly rule checks only night debits when the institution posts on weekends', () => {
    const posting = aContext({ known: KNOWN, weekendShare: 0.051 });
    expect(detect(suspiciousDebits(['300.00', '300.00', '300.00']), posting)).toEqual([]);
    expect(detect(suspiciousDebits(['300.00', '300.00', '300.00']), aContext({ weekendShare: 0.05 }))).toHaveLength(1);
    expect(detect(atNight([130, 140, 150]), posting)).toHaveLength(1);
  });

  test('a timing anomaly alert is high risk at $2,000 in a window', () => {
    expect(detect(suspiciousDebits(['900.00', '700.00', '399.99']))[0]?.riskLevel).toBe('medium');
    expect(detect(suspiciousDebits(['900.00', '700.00', '400.00']))[0]?.riskLevel).toBe('high');
  });

  test('the timing anomaly rule adds debits in the deduplication window without moving the trigger', () => {
    const [before] = detect(suspiciousDebits(['180.00', '170.00', '200.00']));
    const after = suspiciousDebits(['180.00', '170.00', '200.00']).debit('90.00').from('OPAL MEDIA').on('2026-03-08');
    expect(detect(after)).toMatchObject([{ triggerEntryId: before?.triggerEntryId, amount: '640.00' }]);
    const again = suspiciousDebits(['180.00', '170.00', '200.00'], {
      days: ['2026-03-28', '2026-03-28', '2026-03-29'],
      company: 'OPAL MEDIA',
      life: suspiciousDebits(['180.00', '170.00', '200.00']),
    });
    expect(detect(again).map(({ triggerDay }) => triggerDay)).toEqual(['2026-03-08', '2026-03-29']);
  });

  test('the timing anomaly rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = suspiciousDebits(['180.00', '170.00', '200.00'])
      .debit('200.00')
      .from('OPAL MEDIA')
      .on('2026-03-08');
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(detect(history)).toEqual(findings);
    const imported = timingAnomaly.detect(importedInReverseOrder(history.entries()), aContext({ known: KNOWN }));
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the timing anomaly rule raises no alert during the ledger warm-up', () => {
    const history = suspiciousDebits(['180.00', '170.00', '200.00']);
    expect(detect(history, aContext({ ledgerFirstDay: '2026-01-23' }))).toEqual([]);
    expect(detect(history, aContext({ ledgerFirstDay: '2026-01-22' }))).toHaveLength(1);
  });

  test('the timing anomaly rule scales the count and total with the sensitivity, but not the night hours', () => {
    const low = aContext({ policy: { ...defaultPolicy(), sensitivity: 'low' } });
    const high = aContext({ policy: { ...defaultPolicy(), sensitivity: 'high' } });
    expect(detect(suspiciousDebits(['400.00', '400.00', '400.00']), low)).toEqual([]);
    expect(
      detect(suspiciousDebits(['400.00', '400.00', '400.00']).debit('9.00').from('X').on('2026-03-08'), low),
    ).toHaveLength(1);
    expect(detect(suspiciousDebits(['134.00', '133.00', '133.00']), high)).toHaveLength(1);
    expect(detect(suspiciousDebits(['133.00', '133.00', '133.00']), high)).toEqual([]);
    expect(detect(atNight([300, 130, 140]), high)).toEqual([]);
  });

  test('in random histories, import order and later entries do not change the triggers of the timing anomaly rule', () => {
    const context = aContext({ ledgerFirstDay: '2024-06-02' });
    expect(expectRuleInvariants(timingAnomaly, { histories: suspiciousDebitHistories, context })).toBeGreaterThan(2);
  });
});

/** Share of debits before 5 a.m. between two days in March. */
function shareBetween(first: string, last: string): number | null | undefined {
  const [account] = aHistory()
    .debit('5.00')
    .on('2026-03-02')
    .atMinute(299)
    .debit('5.00')
    .on('2026-03-03')
    .atMinute(300)
    .debit('5.00')
    .on('2026-03-04')
    .credit('5.00')
    .on('2026-03-04')
    .atMinute(10)
    .debit('5.00')
    .on('2026-03-05')
    .atMinute(0)
    .build().accounts;
  return account && nightShareOf(account, 300)(epochDay(first), epochDay(last));
}

describe('share of debits at night', () => {
  test('the share of debits at night counts debits that have a time, including those on both end days', () => {
    expect(shareBetween('2026-03-02', '2026-03-05')).toBeCloseTo(2 / 3);
    expect(shareBetween('2026-03-02', '2026-03-02')).toBe(1);
    expect(shareBetween('2026-03-02', '2026-03-03')).toBe(0.5);
    expect(shareBetween('2026-03-03', '2026-03-04')).toBe(0);
    expect(shareBetween('2026-03-03', '2026-03-05')).toBe(0.5);
  });

  test('the share of debits at night is unknown when no debit has a time', () => {
    expect(shareBetween('2026-03-04', '2026-03-04')).toBeNull();
    expect(shareBetween('2026-03-06', '2026-03-09')).toBeNull();
    expect(shareBetween('2026-02-02', '2026-03-01')).toBeNull();
  });
});
