import * as fc from 'fast-check';
import type { Finding } from '../detector.ts';
import { prepareMember } from '../member-history.ts';
import { defaultPolicy } from '../policy-document.ts';
import { aContext } from '../testing/detection-context.ts';
import type { HistoryBuilder } from '../testing/history-builder.ts';
import { powerBillAfterFour, powerBills } from '../testing/pattern-fixtures.ts';
import { randomHistories } from '../testing/random-histories.ts';
import { importedInReverseOrder, withoutIds } from '../testing/rule-invariants.ts';
import { unusualPattern } from './unusual-pattern.ts';

/** Histories of small amounts in which every ninth amount is a thousand times larger. */
const unevenLives = randomHistories.map((entries) =>
  entries.map((entry, index) =>
    index % 9 === 0 ? entry : { ...entry, amountCents: Math.ceil(entry.amountCents / 1000) },
  ),
);

function detect(history: HistoryBuilder): Finding[] {
  return unusualPattern.detect(history.build(), aContext());
}

describe('unusual pattern over time', () => {
  test('the unusual pattern rule combines two amounts within 30 days into one alert that describes the more unusual one', () => {
    const history = powerBillAfterFour('660.00')
      .debit('60.00')
      .from('CITY TRANSIT')
      .on('2025-09-01')
      .again({ times: 4, everyDays: 30 })
      .debit('900.00')
      .from('CITY TRANSIT')
      .on('2026-02-28');
    const [finding, ...others] = detect(history);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      triggerDay: '2026-01-29',
      amount: '1560.00',
      percentageChange: '999.99',
    });
    expect(finding?.description).toBe(
      '2 unusual amounts totaled $1,560.00. The most unusual: Debit of $900.00 to CITY TRANSIT on ' +
        '2026-02-28. The 5 earlier entries of this kind had a median of $60.00 and a maximum of $60.00.',
    );
  });

  test('the unusual pattern rule raises a new alert after the deduplication window', () => {
    const history = powerBillAfterFour('660.00').debit('1650.00').from('PRAIRIE POWER').on('2026-03-01');
    expect(detect(history).map(({ triggerDay }) => triggerDay)).toEqual(['2026-01-29', '2026-03-01']);
  });

  test('the unusual pattern rule finds the same alerts on a second run and with files imported in reverse order', () => {
    const history = powerBillAfterFour('660.00').debit('1650.00').from('PRAIRIE POWER').on('2026-01-29');
    const findings = detect(history);
    expect(findings[0]?.amount).toBe('2310.00');
    expect(detect(history)).toEqual(findings);
    const imported = unusualPattern.detect(importedInReverseOrder(history.entries()), aContext());
    expect(withoutIds(imported)).toEqual(withoutIds(findings));
  });

  test('the unusual pattern rule requires five earlier bills and $500 at low sensitivity, and $320 at high sensitivity', () => {
    const found = (history: HistoryBuilder, sensitivity: 'low' | 'high'): number =>
      unusualPattern.detect(history.build(), aContext({ policy: { ...defaultPolicy(), sensitivity } })).length;
    const fiveBills = (amount: string) => powerBills('80.00', '80.00', '80.00', '80.00', '80.00', amount);
    expect(found(powerBillAfterFour('660.00'), 'low')).toBe(0);
    expect([found(fiveBills('500.00'), 'low'), found(fiveBills('499.99'), 'low')]).toEqual([1, 0]);
    expect([found(fiveBills('320.00'), 'high'), found(fiveBills('319.99'), 'high')]).toEqual([1, 0]);
  });

  test('in random histories, later entries do not change the triggers of the unusual pattern rule', () => {
    const unusual_pattern = { earlierCount: 3, earlierSpanDays: 40, minimumAmount: 50 };
    const context = aContext({ policy: { ...defaultPolicy(), parameters: { unusual_pattern } } });
    let found = 0;
    fc.assert(
      fc.property(unevenLives, fc.integer({ min: 20, max: 70 }), (entries, known) => {
        const byDay = entries.toSorted((one, other) => (one.epochDay ?? 0) - (other.epochDay ?? 0));
        const lastDay = byDay[known]?.epochDay ?? Infinity;
        const detected = (of: typeof entries) =>
          unusualPattern.detect(prepareMember({ memberKey: 'ROBIN|EXAMPLE', entries: of }), context);
        const all = detected(entries);
        found += all.length;
        const triggers = all.map(({ triggerEntryId }) => triggerEntryId);
        for (const { triggerEntryId } of detected(byDay.filter(({ epochDay }) => (epochDay ?? 0) <= lastDay)))
          expect(triggers).toContain(triggerEntryId);
      }),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(10);
  });
});
