import { type FindingDetails, toFinding } from './define-detector.ts';
import { velocityAnomaly } from './detectors/velocity-anomaly.ts';
import { aContext } from './testing/detection-context.ts';
import { aHistory } from './testing/history-builder.ts';

/** What was paid in on 2 March and left on the 3rd, from another account. */
const history = aHistory()
  .account('1')
  .credit('100.00')
  .on('2026-03-02')
  .account('2')
  .debit('60.00')
  .on('2026-03-03')
  .build();
const [paidIn, left] = history.accounts.flatMap(({ entries }) => entries);

function findingOf(statement: Partial<FindingDetails> = {}) {
  if (paidIn === undefined || left === undefined) throw new Error('there are two entries');
  const entries = [paidIn, left];
  const detail = { strength: 1 };
  return toFinding({
    rule: velocityAnomaly,
    statement: {
      behaviour: { trigger: left, entries, amountCents: 16_000, first: detail, peak: detail },
      riskLevel: 'medium',
      percentageChange: null,
      description: 'Two entries.',
      figures: [],
      baseline: null,
      wouldBeSilent: [],
      ...statement,
    },
    coolDays: 10,
    parameters: [],
    history,
    context: aContext(),
  });
}

describe('a finding', () => {
  test('stands on the account and day of its trigger, its amount the sum of all entries', () => {
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

  test('leaves out of the amount what only explains the rest', () => {
    const finding = findingOf({ counts: ({ entry }) => entry.transactionType === 'Credit' });
    expect(finding).toMatchObject({
      amount: '100.00',
      entries: [{}, {}],
      countedEntries: [{ amountCents: 10_000 }],
    });
    expect(finding.evidence.entries).toHaveLength(2);
  });

  test('lasts longer than its rule says where the statement says so', () => {
    expect(findingOf({ coolDays: 45 }).coolDays).toBe(45);
  });
});
