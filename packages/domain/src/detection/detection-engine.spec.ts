import type { ActivityType } from '@clearwatch/contracts/alerts';
import * as fc from 'fast-check';
import { addDays } from '../calendar/day.ts';
import { detectMember, detectOverImports, withoutOverlaps } from './detection-engine.ts';
import type { Entry } from './detection-entry.ts';
import type { Finding } from './detector.ts';
import { prepareMember } from './member-history.ts';
import { aContext, aFinding } from './testing/detection-context.ts';
import { aHistory } from './testing/history-builder.ts';
import { randomHistories } from './testing/random-histories.ts';

const context = aContext({ ledgerFirstDay: '2024-06-02' });
const memberOf = (entries: readonly Entry[]) => ({ memberKey: 'ROBIN|EXAMPLE', entries });
const findingsOf = (entries: readonly Entry[]) => detectMember(prepareMember(memberOf(entries)), context);

/** Pay, then a deposit just below the reporting threshold every other day, from before the account becomes dormant. */
const deposits = (number: number): Entry[] => {
  const history = aHistory().credit('1850.00').from('ACME').described('PAYROLL').on('2026-03-02');
  for (let deposit = 0; deposit < number; deposit += 1)
    history
      .credit('9500.00')
      .from(`SOURCE ${deposit}`)
      .on(addDays('2026-05-04', 2 * deposit));
  return history.entries();
};

/** Puts each entry in its own import, numbered by position. Import 10 must sort after import 9. */
const oneImportEach = (entries: readonly Entry[]) =>
  entries.map((entry, index) => ({ ...entry, importId: String(index + 8) }));

describe('detection across imports', () => {
  test('detection across imports finds what the ledger shows after each import', () => {
    const looks = detectOverImports(memberOf(oneImportEach(deposits(4))), context);
    expect(looks.map((findings) => findings.map(({ amountCents }) => amountCents))).toEqual([
      [],
      [],
      [],
      [2_850_000],
      [3_800_000],
    ]);
  });

  test('detection across imports omits unchanged findings from earlier imports', () => {
    const [later, ...entries] = oneImportEach(deposits(4)).toReversed();
    if (later === undefined) throw new RangeError('there are five');
    const unrelated = { ...later, amountCents: 100, importId: '99' };
    const looks = detectOverImports(memberOf([...entries, later, unrelated]), context);
    expect(looks.map((findings) => findings.length)).toEqual([0, 0, 0, 1, 1, 0]);
  });

  test('detection runs once over all entries when a run per import would read millions of entries', () => {
    const pay = aHistory().credit('18.00').from('ACME').described('PAYROLL').on('2026-03-02');
    const looks = detectOverImports(
      memberOf(oneImportEach([...pay.again({ times: 1994, everyDays: 0 }).entries(), ...deposits(4)])),
      context,
    );
    expect(looks.map((findings) => findings.map(({ amountCents }) => amountCents))).toEqual([[3_800_000]]);
  });

  test('detection across imports includes every finding in the final ledger, in any import order', () => {
    let found = 0;
    fc.assert(
      fc.property(
        randomHistories,
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 70, maxLength: 70 }),
        (entries, imports) => {
          const imported = entries.map((entry, index) => ({
            ...entry,
            importId: String(imports[index] ?? 1),
          }));
          const over = detectOverImports(memberOf(imported), context).flat();
          const whole = findingsOf(imported);
          found += whole.length;
          for (const { activityType, triggerEntryId, amountCents } of whole)
            expect(over).toContainEqual(expect.objectContaining({ activityType, triggerEntryId, amountCents }));
        },
      ),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(20);
  });
});

/** A finding with one entry for each given id. */
function over(activityType: ActivityType, ids: readonly string[]): Finding {
  const history = aHistory();
  for (const id of ids) history.credit('100.00').on('2026-03-02').withId(id);
  return aFinding(activityType, history);
}

function raised(...findings: Finding[]): string[] {
  return withoutOverlaps(findings).map(({ activityType }) => activityType);
}

const TEN = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

describe('overlapping findings', () => {
  test('overlap removal keeps the stronger of two findings in one category', () => {
    expect(raised(over('structuring', TEN), over('round_amount_structuring', TEN))).toEqual([
      'round_amount_structuring',
    ]);
  });

  test('overlap removal keeps the stronger of two findings in different categories with the same entries', () => {
    expect(raised(over('velocity_anomaly', TEN), over('structuring', TEN))).toEqual(['structuring']);
  });

  test('overlap removal drops a finding in another category that has no entries of its own', () => {
    expect(raised(over('velocity_anomaly', TEN.slice(0, 7)), over('structuring', TEN))).toEqual(['structuring']);
    expect(raised(over('velocity_anomaly', TEN.slice(0, 6)), over('structuring', TEN))).toHaveLength(2);
  });

  test('overlap removal keeps the stronger of two findings in one category even when each has its own entries', () => {
    const [one, other] = [over('new_companies', [...TEN, 'a']), over('account_takeover', [...TEN, 'b'])];
    expect(raised(one, other)).toEqual(['account_takeover']);
  });

  test('overlap removal keeps findings in two categories when each has its own entries', () => {
    expect(raised(over('velocity_anomaly', [...TEN, 'a']), over('structuring', [...TEN, 'b']))).toHaveLength(2);
  });

  test.each([
    ['kiting_pattern', 'mule_activity'],
    ['dormant_reactivation', 'account_takeover'],
    ['high_risk_pattern', 'account_takeover'],
    ['frequent_debits', 'velocity_anomaly'],
  ] as const)(
    'overlap removal keeps %s beside %s with the same entries because only the first checks a distinct fact',
    (weaker, stronger) => {
      expect(raised(over(weaker, TEN), over(stronger, TEN))).toEqual([weaker, stronger]);
    },
  );

  test('overlap removal keeps only one finding with the same distinct fact in a category', () => {
    expect(raised(over('frequent_debits', TEN), over('large_credit', TEN))).toEqual(['frequent_debits']);
  });

  test('overlap removal keeps both findings when they share less than seventy percent of their entries', () => {
    expect(raised(over('structuring', TEN), over('round_amount_structuring', TEN.slice(0, 6)))).toHaveLength(2);
    expect(raised(over('structuring', TEN), over('round_amount_structuring', TEN.slice(0, 7)))).toHaveLength(1);
  });

  test('a round-amount finding replaces a structuring finding whose entries it mostly covers, on any account', () => {
    const elsewhere = { ...over('structuring', TEN.slice(0, 3)), accountNumber: '2' };
    expect(raised(elsewhere, over('round_amount_structuring', TEN))).toEqual(['round_amount_structuring']);
    const ownStory = over('structuring', [...TEN.slice(0, 2), 'a']);
    expect(raised(ownStory, over('round_amount_structuring', TEN))).toHaveLength(2);
  });

  test('a mule finding replaces findings for bursts and account takeover with mostly the same entries', () => {
    const out = over('account_takeover', TEN.slice(0, 3));
    expect(raised(out, over('mule_activity', TEN))).toEqual(['mule_activity']);
    expect(raised(over('velocity_anomaly', TEN.slice(0, 4)), over('high_volume_mule', TEN))).toEqual([
      'high_volume_mule',
    ]);
    expect(raised(over('velocity_anomaly', TEN.slice(0, 4)), over('mule_activity', TEN))).toHaveLength(2);
    expect(raised(over('account_takeover', ['1', '2', 'a']), over('mule_activity', TEN))).toHaveLength(2);
  });

  test('overlap removal keeps a large-credit finding inside a burst', () => {
    expect(raised(over('velocity_anomaly', TEN), over('large_credit', ['3']))).toHaveLength(2);
  });

  test('overlap removal keeps findings that are on different accounts or of the same type', () => {
    const elsewhere = { ...over('velocity_anomaly', TEN), accountNumber: '2' };
    expect(raised(elsewhere, over('structuring', TEN))).toHaveLength(2);
    expect(raised(over('structuring', TEN), over('structuring', TEN))).toHaveLength(2);
  });

  test('overlap removal always keeps urgency and reversal findings', () => {
    expect(raised(over('bec_pattern', TEN), over('urgency_flag', TEN), over('reversal_pattern', TEN))).toHaveLength(3);
  });
});
