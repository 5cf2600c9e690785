import type { Finding } from '../detector.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { velocityAnomaly } from './velocity-anomaly.ts';

/** A debit every other day until 2026-03-01: 1.5 entries are usual in three days and 3.5 in seven. */
function livelyAccount(): HistoryBuilder {
  return aHistory().debit('20.00').from('LAKESIDE GROCERY').on('2025-01-01').again({ times: 212, everyDays: 2 });
}

/** A debit every ten days until 2026-02-23, so less than one entry is usual in a week. */
function quietAccount(): HistoryBuilder {
  return aHistory().debit('20.00').from('CITY WATER').on('2024-12-30').again({ times: 42, everyDays: 10 });
}

function burst(history: HistoryBuilder, day: string, size: number): HistoryBuilder {
  return history
    .debit('50.00')
    .from('PIXEL GAMES')
    .on(day)
    .again({ times: size - 1, everyDays: 0 });
}

/** Three returned debits. */
function returns(history: HistoryBuilder): HistoryBuilder {
  return history.debit('5.00').withCode('26').on('2026-03-04').again({ times: 2, everyDays: 0 });
}

/** The number of entries grows each week, as in December. */
function growingOverWeeks(): HistoryBuilder {
  const history = aHistory().debit('30.00').from('MARKET').on('2025-08-04').again({ times: 60, everyDays: 2 });
  burst(history, '2025-12-03', 2);
  burst(history, '2025-12-10', 3);
  return burst(history, '2025-12-17', 5);
}

/** Purchases in a week with three monthly debits by established companies, on an account with little activity. */
function quietWeek(purchases: number): HistoryBuilder {
  const history = aHistory();
  for (const [company, day] of [
    ['CITY WATER', '2025-08-04'],
    ['PRAIRIE POWER', '2025-08-05'],
    ['RIVERTON SCHOOLS', '2025-08-06'],
  ] as const) {
    history.debit('80.00').from(company).on(day).again({ times: 7, everyDays: 30 });
  }
  return burst(history, '2026-03-07', purchases);
}

function gigWorker(): HistoryBuilder {
  const history = aHistory();
  for (let ride = 0; ride < 4; ride += 1) {
    history.credit('35.00').from('RIDE SHARE').on('2025-09-01').again({ times: 180, everyDays: 1 });
  }
  return history;
}

function detect(history: HistoryBuilder): Finding[] {
  return velocityAnomaly.detect(history.build(), aContext());
}

describe('velocity anomaly', () => {
  test('the velocity anomaly rule raises a medium-risk alert on the tenth entry in three days when 1.5 are usual', () => {
    const history = burst(burst(burst(livelyAccount(), '2026-03-04', 4), '2026-03-05', 3), '2026-03-06', 3);
    const findings = detect(history);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      activityType: 'velocity_anomaly',
      riskLevel: 'medium',
      amount: '500.00',
      percentageChange: '566.67',
      triggerEntryId: history.entries().at(-1)?.id,
      description:
        '10 entries within 3 days; 1.5 are usual for this account. In total, 10 entries from ' +
        '2026-03-04 to 2026-03-06 amounted to $500.00. Possible testing or misuse of the account number.',
    });
  });

  test('velocity anomaly evidence shows the usual number, its days and the prevention conditions', () => {
    const evidence = detect(burst(livelyAccount(), '2026-03-04', 12))[0]?.evidence;
    expect(evidence?.figures.map((figure) => `${figure.value} ${figure.comparison} ${figure.threshold}`)).toEqual([
      '10 >= 10',
      '6.67 >= 4',
      '10 >= 7.62',
      '12 >= 12',
    ]);
    expect(evidence?.baseline).toMatchObject({
      value: '1.50',
      firstDay: '2025-11-29',
      lastDay: '2026-02-26',
    });
    expect(evidence?.wouldBeSilent).toEqual([
      'Only 9 entries in 3 days instead of 10.',
      'A usual number of more than 2.5 entries in 3 days.',
      'An account less than 30 days old.',
    ]);
  });

  test('the velocity anomaly rule finds eight entries in seven days on an inactive account with the long window', () => {
    const history = burst(burst(quietAccount(), '2026-03-02', 4), '2026-03-08', 4);
    expect(detect(history)).toMatchObject([
      { riskLevel: 'medium', amount: '400.00', triggerDay: '2026-03-08', percentageChange: '900.00' },
    ]);
  });

  test('the velocity anomaly rule treats one entry from each established company as usual in the long window', () => {
    expect(detect(quietWeek(7))).toEqual([]);
    expect(detect(quietWeek(8))).toHaveLength(1);
    const again = quietWeek(7).debit('80.00').from('CITY WATER').on('2026-03-07');
    expect(detect(again)[0]?.evidence.figures[0]).toMatchObject({
      label: 'Entries within 7 days (not counting one entry for each established company)',
      value: '8',
      threshold: '8',
    });
  });

  test('the velocity anomaly rule raises an alert at exactly six times the usual number despite rounding', () => {
    const history = burst(aHistory(), '2026-03-01', 13);
    burst(burst(burst(history, '2026-03-25', 9), '2026-03-28', 8), '2026-03-31', 9);
    expect(detect(history)).toMatchObject([{ triggerDay: '2026-03-31', percentageChange: '500.00' }]);
  });

  test('a velocity anomaly alert is high risk with twelve entries in a window', () => {
    expect(detect(burst(livelyAccount(), '2026-03-04', 12))[0]?.riskLevel).toBe('high');
    expect(detect(burst(livelyAccount(), '2026-03-04', 11))[0]?.riskLevel).toBe('medium');
  });

  test.each([
    ['nine entries in three days', burst(livelyAccount(), '2026-03-04', 9)],
    ['ten entries in four days', burst(burst(livelyAccount(), '2026-03-04', 5), '2026-03-07', 5)],
    ['seven entries in a week', burst(quietAccount(), '2026-03-04', 7)],
    ['eight entries in eight days', burst(burst(quietAccount(), '2026-03-03', 4), '2026-03-10', 4)],
    ['seven entries and three returns', burst(returns(quietAccount()), '2026-03-04', 7)],
    ['prenotes', quietAccount().debit('0.00').withCode('28').on('2026-03-04').again({ times: 14, everyDays: 0 })],
    ['an account of 29 days', burst(aHistory().debit('20.00').on('2026-02-03'), '2026-03-04', 14)],
  ])('the velocity anomaly rule raises no alert just below a limit: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test.each([
    ['pay and bills', aHistory().ordinaryLifeUntil('2026-03-10')],
    ['a cluster of bills', burst(aHistory().ordinaryLifeUntil('2026-03-10'), '2026-03-02', 5)],
    ['five purchases in the week of pay and two bills', quietWeek(5)],
    ['a gig worker with four pay-outs a day', gigWorker()],
    ['holiday shopping that grows over weeks', growingOverWeeks()],
  ])('the velocity anomaly rule raises no alert for ordinary activity: %s', (_, history) => {
    expect(detect(history)).toEqual([]);
  });

  test('the velocity anomaly rule adds later entries without moving the trigger', () => {
    const [before] = detect(burst(livelyAccount(), '2026-03-04', 10));
    const after = detect(burst(burst(livelyAccount(), '2026-03-04', 10), '2026-03-06', 5));
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({
      triggerEntryId: before?.triggerEntryId,
      amount: '750.00',
      riskLevel: 'high',
    });
  });

  test('the velocity anomaly rule adds earlier entries from a later, longer window', () => {
    const history = burst(burst(burst(livelyAccount(), '2026-03-02', 7), '2026-03-05', 10), '2026-03-08', 4);
    const [finding, ...others] = detect(history);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ triggerDay: '2026-03-05', amount: '1050.00' });
    expect(finding?.description).toBe(
      '21 entries within 7 days (not counting one entry for each established company); 3.5 are usual ' +
        'for this account. In total, 21 entries from 2026-03-02 to 2026-03-08 amounted to $1,050.00. Possible ' +
        'testing or misuse of the account number.',
    );
  });

  test('the velocity anomaly rule raises a new alert for a burst after the deduplication window', () => {
    const history = burst(burst(livelyAccount(), '2026-03-04', 10), '2026-03-15', 24);
    expect(detect(history).map(({ triggerDay }) => triggerDay)).toEqual(['2026-03-04', '2026-03-15']);
  });

  test('the velocity anomaly rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = burst(burst(livelyAccount(), '2026-03-04', 8), '2026-03-05', 6);
    const findings = detect(history);
    expect(detect(history)).toEqual(findings);
    const imported = velocityAnomaly.detect(importedInReverseOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the velocity anomaly rule raises no alert during the ledger warm-up', () => {
    const history = burst(livelyAccount(), '2026-03-04', 12).build();
    expect(velocityAnomaly.detect(history, aContext({ ledgerFirstDay: '2026-01-19' }))).toEqual([]);
    expect(velocityAnomaly.detect(history, aContext({ ledgerFirstDay: '2026-01-18' }))).toHaveLength(1);
  });

  test('the velocity anomaly rule requires thirteen entries at low sensitivity and eight at high sensitivity', () => {
    const low = aContext({ policy: { ...defaultPolicy(), sensitivity: 'low' } });
    const high = aContext({ policy: { ...defaultPolicy(), sensitivity: 'high' } });
    const found = (size: number, context: typeof low): number =>
      velocityAnomaly.detect(burst(livelyAccount(), '2026-03-04', size).build(), context).length;
    expect([found(12, low), found(13, low), found(7, high), found(8, high)]).toEqual([0, 1, 0, 1]);
  });

  test('the velocity anomaly rule raises one alert with limited evidence for a burst of 200,000 entries', () => {
    const [finding, ...others] = detect(burst(livelyAccount(), '2026-03-04', 200_000));
    expect(others).toEqual([]);
    expect(finding?.amount).toBe('10000000.00');
    expect(finding?.evidence.entries).toHaveLength(500);
    const ids = finding?.evidence.entries.map(({ transactionId }) => transactionId);
    expect(ids).toContain(finding?.triggerEntryId);
  });
});
