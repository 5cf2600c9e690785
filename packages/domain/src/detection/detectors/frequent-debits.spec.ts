import * as fc from 'fast-check';
import { dayFromEpoch, epochDay } from '../../calendar/day.ts';
import type { Finding } from '../detector.ts';
import { prepareMember } from '../member-history.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { randomHistories } from '../testing/random-histories.ts';
import { importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { DayOr24Hours, frequentDebits, usualCountOf } from './frequent-debits.ts';

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

/** A history with the given number of $22 debits on one day. */
function debitsOn(day: string, size: number, history = ordinaryLife()): HistoryBuilder {
  return history
    .debit('22.00')
    .from('PIXEL GAMES')
    .on(day)
    .again({ times: size - 1, everyDays: 0 });
}

/** A business that pays its suppliers every Friday, with additional debits on Friday, March 6, 2026. */
function fridaysOf(usual: number, busiest: number): HistoryBuilder {
  const history = aHistory();
  for (let supplier = 0; supplier < usual; supplier += 1) {
    history.debit('310.00').from(`SUPPLIER ${supplier}`).on('2025-11-07').again({ times: 17, everyDays: 7 });
  }
  return debitsOn('2026-03-06', busiest, history);
}

/** Histories with entries only on every tenth day. */
const crowdedLives = randomHistories.map((entries) =>
  entries.map((entry) => {
    const epochDay = Math.floor((entry.epochDay ?? 0) / 10) * 10;
    return { ...entry, epochDay, day: dayFromEpoch(epochDay) };
  }),
);

function detect(history: HistoryBuilder): Finding[] {
  return frequentDebits.detect(history.build(), aContext());
}

describe('frequent debits', () => {
  test('frequent debits raise a medium-risk alert on the tenth debit in one day [spec 9.14]', () => {
    const history = debitsOn('2026-03-12', 10);
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      activityType: 'frequent_debits',
      category: 'Other Patterns',
      riskLevel: 'medium',
      amount: '220.00',
      percentageChange: '900.00',
      triggerDay: '2026-03-12',
      triggerEntryId: history.entries().at(-1)?.id,
      coolDays: 7,
      description:
        '10 debits on one day; 1 is usual on a day with debits. Altogether, 10 debits to 1 company ' +
        'totaled $220.00 on 2026-03-12.',
    });
  });

  test('a frequent-debits alert shows the usual day, its dates and the prevention conditions', () => {
    const evidence = detect(debitsOn('2026-03-12', 10))[0]?.evidence;
    expect(evidence?.figures.map(({ value, comparison, threshold }) => [value, comparison, threshold])).toEqual([
      ['10', '>=', '10'],
      ['1', '<', '5'],
    ]);
    expect(evidence?.baseline).toEqual({
      label: 'Median number of debits on a day with debits',
      value: '1.00',
      unit: 'count',
      firstDay: '2025-12-11',
      lastDay: '2026-03-10',
    });
    expect(evidence?.wouldBeSilent).toEqual([
      'Only 9 debits on the day instead of 10.',
      'A usual number of 5 or more debits on days with debits.',
    ]);
  });

  test('frequent debits raise no alert when any stated prevention condition is met', () => {
    expect(detect(debitsOn('2026-03-12', 9))).toEqual([]);
    expect(detect(fridaysOf(4, 6))).toHaveLength(1);
    expect(detect(fridaysOf(5, 5))).toEqual([]);
  });

  test('the frequent-debits rule compares the usual number with half the day’s debits: six suppliers each Friday', () => {
    // Six suppliers plus these debits on the same Friday.
    expect(detect(fridaysOf(6, 6))).toEqual([]);
    const [finding] = detect(fridaysOf(6, 7));
    expect(finding).toMatchObject({ percentageChange: '116.67' });
    expect(finding?.evidence.wouldBeSilent[0]).toBe('Only 12 debits on the day instead of 13.');
  });

  test('frequent debits are high risk at twenty debits in a day', () => {
    const [finding] = detect(debitsOn('2026-03-12', 20));
    expect(finding?.riskLevel).toBe('high');
    expect(finding?.evidence.figures.at(-1)).toMatchObject({ value: '20', threshold: '20' });
    expect(detect(debitsOn('2026-03-12', 19))[0]?.riskLevel).toBe('medium');
  });

  test('the frequent-debits rule uses only the count on an account without earlier debits', () => {
    const [finding] = detect(debitsOn('2026-03-12', 10, aHistory().credit('2400.00').on('2026-02-02')));
    expect(finding).toMatchObject({ percentageChange: null, evidence: { baseline: null } });
    expect(finding?.description).toContain('the account had no debits in the 90 days before');
  });

  test('the frequent-debits rule counts exactly 24 hours across midnight when the file contains times', () => {
    const spree = (secondDay: number): HistoryBuilder =>
      ordinaryLife()
        .debit('22.00')
        .from('PIXEL GAMES')
        .on('2026-03-12')
        .atMinute(1200)
        .again({ times: 4, everyDays: 0 })
        .debit('22.00')
        .from('PIXEL GAMES')
        .on('2026-03-13')
        .atMinute(secondDay)
        .again({ times: 4, everyDays: 0 });
    expect(detect(spree(1200))).toEqual([]);
    const [finding] = detect(spree(1199));
    expect(finding).toMatchObject({ triggerDay: '2026-03-13', amount: '220.00' });
    expect(finding?.description).toBe(
      '10 debits within 24 hours; 1 is usual on a day with debits. Altogether, 10 debits to 1 company ' +
        'totaled $220.00 from 2026-03-12 to 2026-03-13.',
    );
    expect(finding?.evidence.figures[0]?.label).toBe('Debits within 24 hours');
    expect(finding?.evidence.wouldBeSilent[0]).toBe('Only 9 debits within 24 hours instead of 10.');
  });

  test('a frequent-debits alert shows a fractional usual number of debits with one decimal place and states the number of companies', () => {
    const history = aHistory().debit('22.00').from('SHOP').on('2026-02-02', '2026-02-02', '2026-02-04');
    const [finding] = detect(debitsOn('2026-03-12', 10, history).debit('5.00').from('CAFE').on('2026-03-12'));
    expect(finding?.description).toContain('1.5 are usual on a day with debits');
    expect(finding?.description).toContain('11 debits to 2 companies totaled $225.00 on 2026-03-12');
  });

  test.each([
    ['ten credits', ordinaryLife().credit('22.00').on('2026-03-12').again({ times: 9, everyDays: 0 })],
    [
      'ten debits that were sent back',
      ordinaryLife().debit('22.00').withCode('26').on('2026-03-12').again({ times: 9, everyDays: 0 }),
    ],
    ['nine debits and nine the day after', debitsOn('2026-03-13', 9, debitsOn('2026-03-12', 9))],
    ['ten in a week', ordinaryLife().debit('22.00').on('2026-03-12').again({ times: 9, everyDays: 1 })],
    ['ordinary activity', ordinaryLife()],
  ])('the frequent-debits rule raises no alert for %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('a frequent-debits alert adds later debits in the deduplication window without moving its trigger', () => {
    const [before] = detect(debitsOn('2026-03-12', 10));
    const after = detect(debitsOn('2026-03-14', 11, debitsOn('2026-03-12', 14)));
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ triggerEntryId: before?.triggerEntryId, amount: '550.00' });
  });

  test('frequent debits raise a new alert after the deduplication window', () => {
    const history = debitsOn('2026-03-20', 10, debitsOn('2026-03-12', 10));
    expect(detect(history).map(({ triggerDay }) => triggerDay)).toEqual(['2026-03-12', '2026-03-20']);
  });

  test('the frequent-debits rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = debitsOn('2026-03-12', 8).debit('31.00').from('OTHER').on('2026-03-12', '2026-03-12', '2026-03-12');
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(detect(history)).toEqual(findings);
    const imported = frequentDebits.detect(importedInReverseOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the frequent-debits rule raises no alert during the ledger warm-up', () => {
    const member = debitsOn('2026-03-12', 10).build();
    expect(frequentDebits.detect(member, aContext({ ledgerFirstDay: '2026-01-27' }))).toEqual([]);
    expect(frequentDebits.detect(member, aContext({ ledgerFirstDay: '2026-01-26' }))).toHaveLength(1);
  });

  test('the frequent-debits rule uses the count in the policy at every sensitivity', () => {
    const found = (size: number, policy: Partial<ReturnType<typeof defaultPolicy>>): number =>
      frequentDebits.detect(
        debitsOn('2026-03-12', size).build(),
        aContext({ policy: { ...defaultPolicy(), ...policy } }),
      ).length;
    expect([found(10, { sensitivity: 'low' }), found(9, { sensitivity: 'high' })]).toEqual([1, 0]);
    const parameters = { frequent_debits: { frequentTransactionCount: 12 } };
    expect([found(11, { parameters }), found(12, { parameters })]).toEqual([0, 1]);
  });

  test('20,000 debits on one day raise one frequent-debits alert with limited evidence', () => {
    const [finding, ...others] = detect(debitsOn('2026-03-12', 20_000));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ amount: '440000.00', percentageChange: '999.99' });
    expect(finding?.evidence.entries).toHaveLength(500);
  });

  test('the frequent-debits rule keeps its triggers after later entries in random histories', () => {
    const context = aContext({
      policy: { ...defaultPolicy(), parameters: { frequent_debits: { frequentTransactionCount: 3 } } },
    });
    let found = 0;
    fc.assert(
      fc.property(crowdedLives, fc.integer({ min: 20, max: 70 }), (entries, known) => {
        const byDay = entries.toSorted((one, other) => (one.epochDay ?? 0) - (other.epochDay ?? 0));
        const lastDay = byDay[known]?.epochDay ?? Infinity;
        const triggersAmong = (some: typeof entries) =>
          frequentDebits
            .detect(prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries: some }), context)
            .map(({ triggerEntryId }) => triggerEntryId);
        const all = triggersAmong(entries);
        found += all.length;
        for (const trigger of triggersAmong(byDay.filter(({ epochDay }) => (epochDay ?? 0) <= lastDay)))
          expect(all).toContain(trigger);
      }),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(10);
  });
});

const entries = aHistory()
  .debit('1.00')
  .on('2026-01-01', '2026-01-01', '2026-01-01', '2026-01-20', '2026-03-31', '2026-04-01', '2026-04-01')
  .build().accounts[0]?.entries;

function usualBefore(...days: string[]): (number | undefined)[] {
  const usualCount = usualCountOf(entries ?? []);
  return days.map((day) => usualCount(epochDay(day))?.count);
}

describe('usual number of entries on an active day', () => {
  test('the usual number of entries is the median of active days, ending two days earlier', () => {
    expect(usualBefore('2026-01-02', '2026-01-03', '2026-01-21', '2026-01-22', '2026-04-02')).toEqual([
      undefined,
      3,
      3,
      2,
      1,
    ]);
  });

  test('the usual number of entries ignores days that are more than ninety days old', () => {
    expect(usualBefore('2026-04-01', '2026-04-02', '2026-04-03')).toEqual([2, 1, 1]);
    expect(usualBefore('2026-06-30', '2026-07-01', '2026-07-02')).toEqual([1.5, 2, undefined]);
  });

  test('the usual number of entries comes with the first and last day of its period', () => {
    expect(usualCountOf(entries ?? [])(epochDay('2026-04-02'))).toEqual({
      count: 1,
      firstDay: epochDay('2026-01-01'),
      lastDay: epochDay('2026-03-31'),
    });
  });
});

function insideAtEachEntry(history: HistoryBuilder): (number | string)[] {
  const entries = history.build().accounts[0]?.entries ?? [];
  const window = new DayOr24Hours(entries);
  return entries.map((_, at) => {
    const inside = window.moveTo(at);
    return window.overMidnight ? `${inside} over midnight` : inside;
  });
}

describe('window of one day or 24 hours', () => {
  test('the window of one day or 24 hours covers the calendar day for entries without times', () => {
    expect(insideAtEachEntry(aHistory().debit('1.00').on('2026-03-02', '2026-03-02', '2026-03-03'))).toEqual([1, 2, 1]);
  });

  test('a 24-hour window across midnight excludes the same minute of the previous day', () => {
    const history = aHistory().debit('1.00').on('2026-03-02').atMinute(600);
    history.debit('1.00').on('2026-03-02').atMinute(601);
    history.debit('1.00').on('2026-03-03').atMinute(600);
    history.debit('1.00').on('2026-03-03').atMinute(700);
    expect(insideAtEachEntry(history)).toEqual([1, 2, '2 over midnight', 2]);
  });

  test('the window of one day or 24 hours does not cross midnight when it contains entries without times', () => {
    const history = aHistory().debit('1.00').on('2026-03-02').atMinute(1400);
    history.debit('1.00').on('2026-03-02');
    history.debit('1.00').on('2026-03-03').atMinute(10);
    expect(insideAtEachEntry(history)).toEqual([1, 2, 1]);
  });
});
