import { UNKNOWN_COMPANY } from '../../ledger/ledger-row.ts';
import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { weekendOnly } from './weekend-only.ts';

const SATURDAY = '2026-02-07';
const SUNDAY = '2026-02-08';
/** Five days on three weekends within 45 days. */
const FIVE = [SATURDAY, SUNDAY, '2026-02-21', '2026-02-22', '2026-03-14'] as const;

function debitsOn(days: readonly string[], amount = '30.00', history = aHistory()): HistoryBuilder {
  const [first = SATURDAY, ...rest] = days;
  return history
    .ordinaryLifeUntil('2026-03-10')
    .debit(amount)
    .from('NOVA TRADE')
    .on(first, ...rest);
}

function detect(history: HistoryBuilder, context = aContext()): Finding[] {
  return weekendOnly.detect(history.build(), context);
}

describe('weekend only', () => {
  test('the weekend-only rule raises a medium-risk alert on the fifth debit across three weekends', () => {
    const history = debitsOn(FIVE);
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      activityType: 'weekend_only',
      category: 'Account Takeover',
      riskLevel: 'medium',
      amount: '150.00',
      percentageChange: null,
      triggerDay: '2026-03-14',
      triggerEntryId: history.entries().at(-1)?.id,
      coolDays: 30,
      description:
        '5 debits to NOVA TRADE totaled $150.00 from 2026-02-07 to 2026-03-14, all on Saturdays and ' +
        'Sundays (3 weekends). ACH does not settle on weekends. Possible debits outside the ACH ' +
        'schedule.',
    });
  });

  test('weekend-only evidence shows the figures, the account’s normal debits and the prevention conditions', () => {
    const evidence = detect(debitsOn(FIVE))[0]?.evidence;
    expect(evidence?.entries.map(({ day }) => day)).toEqual(FIVE);
    expect(evidence?.figures.map(({ value, comparison, threshold }) => [value, comparison, threshold])).toEqual([
      ['5', '>=', '5'],
      ['3', '>=', '3'],
      ['0.0', '<=', '5'],
    ]);
    expect(evidence?.facts.map(({ label }) => label)).toEqual([
      'Last normal debit',
      'Largest debit in the 90 days before',
    ]);
    expect(evidence?.facts[0]?.value).toBe('$61.15 to LAKESIDE GROCERY on 2026-02-04');
    expect(evidence?.wouldBeSilent).toEqual([
      'Only 4 debits within 45 days instead of 5.',
      'Debits on only 2 weekends instead of 3.',
      'A debit by the company from Monday to Friday within the 45 days.',
      'A company that many members use.',
    ]);
  });

  test('the weekend-only rule raises no alert when any stated prevention condition is met', () => {
    expect(detect(debitsOn(FIVE.slice(1)))).toEqual([]);
    expect(detect(debitsOn([SATURDAY, SATURDAY, SUNDAY, '2026-02-21', '2026-02-22']))).toEqual([]);
    expect(detect(debitsOn([...FIVE, '2026-02-17']))).toEqual([]);
    expect(detect(debitsOn(FIVE), aContext({ known: ['NOVA TRADE'] }))).toEqual([]);
  });

  test('the weekend-only rule covers 45 days and ignores an earlier weekday debit', () => {
    const within = ['2026-01-31', '2026-02-01', '2026-02-21', '2026-02-22'];
    expect(detect(debitsOn([...within, '2026-03-15']))).toHaveLength(1);
    // This Sunday is 50 days after the first Saturday.
    expect(detect(debitsOn([...within, '2026-03-22']))).toEqual([]);
    expect(detect(debitsOn(['2026-01-28', ...FIVE]))).toHaveLength(1);
    expect(detect(debitsOn(['2026-01-29', ...FIVE]))).toEqual([]);
  });

  test('the weekend-only rule does not count a weekend more than 45 days earlier', () => {
    const four = ['2026-02-21', '2026-02-21', '2026-02-22', '2026-02-22'];
    expect(detect(debitsOn(['2026-01-31', ...four, '2026-03-14']))).toHaveLength(1);
    expect(detect(debitsOn(['2026-01-31', ...four, '2026-03-21']))).toEqual([]);
  });

  test('the weekend-only rule counts a weekend with two debits once when it leaves the window', () => {
    const days = ['2026-01-03', '2026-01-04', SATURDAY, SUNDAY, '2026-02-21', '2026-02-22', '2026-03-14'];
    const [finding] = detect(debitsOn(days));
    expect(finding).toMatchObject({ triggerDay: '2026-03-14', amount: '150.00' });
    expect(finding?.evidence.figures.slice(0, 2)).toMatchObject([{ value: '5' }, { value: '3' }]);
  });

  test('the weekend-only rule keeps the alert after a later weekday debit', () => {
    const [finding] = detect(debitsOn([...FIVE, '2026-03-17']));
    expect(finding).toMatchObject({ triggerDay: '2026-03-14', amount: '150.00' });
  });

  test('a weekend-only alert is high risk at a total of $2,500', () => {
    const [finding] = detect(debitsOn(FIVE, '500.00'));
    expect(finding?.riskLevel).toBe('high');
    expect(finding?.evidence.figures.at(-1)).toMatchObject({ value: '2500.00', threshold: '2500.00' });
    expect(detect(debitsOn(FIVE, '499.99'))[0]?.riskLevel).toBe('medium');
  });

  test.each([
    [
      'weekend event pay',
      aHistory()
        .credit('180.00')
        .from('EVENT STAFF')
        .on(...FIVE),
    ],
    [
      'debits that were sent back',
      debitsOn(FIVE, '30.00')
        .on(SUNDAY)
        .debit('30.00')
        .from('OPAL')
        .withCode('26')
        .on(...FIVE),
    ],
    [
      'weekday debits, a holiday on a Monday among them',
      debitsOn(['2026-02-09', '2026-02-16', '2026-02-23', '2026-03-02', '2026-03-09']),
    ],
    [
      'debits whose company no file names',
      debitsOn([])
        .from(UNKNOWN_COMPANY)
        .on(...FIVE),
    ],
    [
      'five companies with a weekend debit each',
      FIVE.reduce((history, day) => history.debit('30.00').from(`SHOP ${day}`).on(day), aHistory()),
    ],
    ['ordinary activity', aHistory().ordinaryLifeUntil('2026-03-10')],
  ])('the weekend-only rule raises no alert for %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('the weekend-only rule raises no alert when over 5% of the institution’s entries are dated on weekends', () => {
    expect(detect(debitsOn(FIVE), aContext({ weekendShare: 0.05 }))).toHaveLength(1);
    expect(detect(debitsOn(FIVE), aContext({ weekendShare: 0.051 }))).toEqual([]);
  });

  test('weekend-only alerts add later weekends without moving the trigger; a new alert follows the deduplication window', () => {
    const [before] = detect(debitsOn(FIVE));
    const after = detect(debitsOn([...FIVE, '2026-03-15', '2026-03-21']));
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ triggerEntryId: before?.triggerEntryId, amount: '210.00' });
    const weeks = ['2026-03-21', '2026-03-28', '2026-04-04', '2026-04-11', '2026-04-18'];
    expect(detect(debitsOn([...FIVE, ...weeks])).map(({ triggerDay }) => triggerDay)).toEqual([
      '2026-03-14',
      '2026-04-18',
    ]);
  });

  test('the weekend-only rule lists two companies with only weekend debits in one alert', () => {
    const [finding, ...others] = detect(
      debitsOn(FIVE)
        .debit('50.00')
        .from('OPAL MEDIA')
        .on(...FIVE),
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ triggerDay: '2026-03-14', amount: '400.00' });
    expect(finding?.description).toContain('10 debits to NOVA TRADE, OPAL MEDIA totaled $400.00');
  });

  test('the weekend-only rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = debitsOn([...FIVE, '2026-03-14'])
      .debit('50.00')
      .from('OPAL MEDIA')
      .on(...FIVE);
    const findings = detect(history);
    expect(detect(history)).toEqual(findings);
    const imported = weekendOnly.detect(importedInReverseOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the weekend-only rule raises alerts during the ledger warm-up', () => {
    expect(detect(debitsOn(FIVE), aContext({ ledgerFirstDay: '2026-02-01' }))).toHaveLength(1);
  });

  test('the weekend-only rule requires seven debits on four weekends at low sensitivity and four debits at high sensitivity', () => {
    const under = (sensitivity: 'low' | 'high') => aContext({ policy: { ...defaultPolicy(), sensitivity } });
    const seven = [...FIVE, '2026-02-14', '2026-03-15'].toSorted();
    expect(detect(debitsOn(seven), under('low'))).toHaveLength(1);
    expect(detect(debitsOn(seven.slice(1)), under('low'))).toEqual([]);
    expect(detect(debitsOn(FIVE.slice(1)), under('high'))).toHaveLength(1);
    expect(detect(debitsOn(FIVE.slice(2)), under('high'))).toEqual([]);
  });
});
