import type { Finding } from '../detector.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { timingAnomaly } from './timing-anomaly.ts';

function ordinaryLife(): HistoryBuilder {
  return aHistory().ordinaryLifeUntil('2026-03-10');
}

/** Nighttime debits of $190 by an unfamiliar company on the given number of days, starting on Monday. */
function atNight(life: HistoryBuilder, nights = 3): HistoryBuilder {
  for (const day of ['2026-03-02', '2026-03-03', '2026-03-04'].slice(0, nights))
    life.debit('190.00').from('NOVA TRADE').on(day).atMinute(135);
  return life;
}

function detect(history: HistoryBuilder): Finding[] {
  return timingAnomaly.detect(history.build(), aContext());
}

describe('timing anomaly at night', () => {
  test('the timing anomaly rule uses the account’s share of night debits in the 90 days before each window', () => {
    const boughtOn = (day: string) =>
      detect(atNight(ordinaryLife().debit('30.00').from('LAKESIDE GROCERY').on(day).atMinute(60))).length;
    expect([boughtOn('2025-11-26'), boughtOn('2025-11-27')]).toEqual([1, 0]);
    expect([boughtOn('2026-02-26'), boughtOn('2026-02-27')]).toEqual([0, 1]);
  });

  test('the timing anomaly rule checks only non-banking days on an account with usual night debits', () => {
    const awake = ordinaryLife().debit('30.00').from('LAKESIDE GROCERY').on('2026-02-03').atMinute(60);
    const weekend = awake.debit('190.00').from('NOVA TRADE').on('2026-03-07', '2026-03-07', '2026-03-08');
    expect(detect(weekend.atMinute(60))).toMatchObject([{ amount: '570.00', riskLevel: 'medium' }]);
    expect(detect(weekend)[0]?.evidence.figures).toHaveLength(2);
  });

  test('a timing anomaly alert shows night debits and debits on non-banking days together', () => {
    const history = atNight(ordinaryLife(), 1).debit('190.00').from('OPAL MEDIA').on('2026-03-07', '2026-03-07');
    expect(detect(history)[0]?.description).toMatch(/: 1 between midnight and 5:00, 2 outside banking days\./);
    expect(detect(atNight(ordinaryLife()))[0]?.description).not.toContain('without settlement');
  });
});
