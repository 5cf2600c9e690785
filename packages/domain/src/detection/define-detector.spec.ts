import { defineDetector, type FindingDetails, toFinding } from './define-detector.ts';
import { days, deduplicationWindow, sum } from './detector.ts';
import { velocityAnomaly } from './detectors/velocity-anomaly.ts';
import { aContext } from './testing/detection-context.ts';
import { aHistory } from './testing/history-builder.ts';

/** A credit on March 2 and a debit from another account on March 3. */
const history = aHistory()
  .account('1')
  .credit('100.00')
  .on('2026-03-02')
  .account('2')
  .debit('60.00')
  .on('2026-03-03')
  .build();
const [paidIn, left] = history.accounts.flatMap(({ entries }) => entries);

function findingOf(details: Partial<FindingDetails> = {}) {
  if (paidIn === undefined || left === undefined) throw new Error('there are two entries');
  const entries = [paidIn, left];
  const detail = { strength: 1 };
  return toFinding({
    rule: velocityAnomaly,
    behavior: { trigger: left, entries, amountCents: 16_000, first: detail, peak: detail },
    details: { description: 'Two entries.', figures: [], wouldBeSilent: [], ...details },
    coolDays: 10,
    parameters: [],
    history,
    context: aContext(),
  });
}

describe('finding', () => {
  test('a finding has the account and day of its trigger and the sum of all entries', () => {
    expect(findingOf()).toMatchObject({
      accountNumber: '2',
      triggerEntryId: left?.entry.id,
      triggerDay: '2026-03-03',
      amount: '160.00',
      amountCents: 16_000,
      countedEntries: [{ amountCents: 10_000 }, { amountCents: 6000 }],
      coolDays: 10,
    });
  });

  test('a finding excludes uncounted entries from its amount', () => {
    const finding = findingOf({ counts: ({ entry }) => entry.transactionType === 'Credit' });
    expect(finding).toMatchObject({
      amount: '100.00',
      entries: [{}, {}],
      countedEntries: [{ amountCents: 10_000 }],
    });
    expect(finding.evidence.entries).toHaveLength(2);
  });

  test('a finding uses the deduplication window specified in its details', () => {
    expect(findingOf({ coolDays: 45 }).coolDays).toBe(45);
  });
});

test('a detector computes its parameters once per policy', () => {
  const seen: unknown[] = [];
  const detector = defineDetector({
    activityType: 'structuring',
    category: 'Structuring',
    ruleVersion: 1,
    sources: [],
    parameters: [sum('least', [1, 10, 50], '', ''), days('within', [1, 2, 9], '', ''), deduplicationWindow(30)],

    find({ parameters }) {
      seen.push(parameters);
      return [];
    },
    explain: () => ({ description: '', figures: [], wouldBeSilent: [] }),
  });
  detector.detect(history, aContext());
  const context = aContext();
  detector.detect(history, context);
  detector.detect(history, context);
  expect(seen).toHaveLength(6);
  expect(seen[0]).toEqual({ least: 1000, within: 2, coolDays: 30 });
  expect(seen[2]).not.toBe(seen[0]);
  expect(new Set(seen.slice(2)).size).toBe(1);
});
