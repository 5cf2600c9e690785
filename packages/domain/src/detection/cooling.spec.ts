import type { EvidenceEntry } from '@clearwatch/contracts/alerts';
import { deduplicateFinding, type ExistingAlert } from './finding-to-alert.ts';
import { aFinding } from './testing/detection-context.ts';
import { aHistory } from './testing/history-builder.ts';

/** $1,000 on March 2, $600 on March 5, $900 on March 9. */
const finding = aFinding(
  'structuring',
  aHistory().credit('1000.00').on('2026-03-02').credit('600.00').on('2026-03-05').credit('900.00').on('2026-03-09'),
);

function alert(changes: Partial<ExistingAlert> = {}): ExistingAlert {
  return {
    id: '7',
    accountNumber: finding.accountNumber,
    triggerEntryId: finding.triggerEntryId,
    anchorDay: finding.triggerDay,
    amountCents: 100_000,
    reviewed: false,
    ...changes,
  };
}

describe('deduplication', () => {
  test('deduplication inserts a finding without an existing alert', () => {
    expect(deduplicateFinding(finding, [])).toEqual({ action: 'insert', finding });
    const before = alert({ triggerEntryId: 'x', anchorDay: '2026-01-30' });
    const otherAccount = alert({ triggerEntryId: 'x', accountNumber: '2' });
    expect(deduplicateFinding(finding, [before, otherAccount]).action).toBe('insert');
  });

  test('deduplication increases the amount of an unreviewed alert to the larger total', () => {
    expect(deduplicateFinding(finding, [alert()])).toEqual({
      action: 'raise',
      alertId: '7',
      amountCents: 250_000,
    });
  });

  test('deduplication skips an unchanged finding', () => {
    expect(deduplicateFinding(finding, [alert({ amountCents: 250_000 })]).action).toBe('skip');
    expect(deduplicateFinding(finding, [alert({ amountCents: 250_000, reviewed: true })]).action).toBe('skip');
  });

  test('deduplication treats another trigger within the deduplication window as the same behavior', () => {
    const near = alert({ triggerEntryId: 'x', anchorDay: '2026-01-31' });
    expect(deduplicateFinding(finding, [near])).toMatchObject({ action: 'raise', alertId: '7' });
  });

  test('deduplication increases the unreviewed alert with the same trigger', () => {
    const earlier = alert({ id: '6', triggerEntryId: 'x', anchorDay: '2026-02-20' });
    expect(deduplicateFinding(finding, [earlier, alert()])).toMatchObject({ alertId: '7' });
  });

  test('deduplication increases the oldest unreviewed alert with another trigger, in any input order', () => {
    const older = alert({ id: '5', triggerEntryId: 'x', anchorDay: '2026-02-19' });
    const newer = alert({ id: '6', triggerEntryId: 'y', anchorDay: '2026-02-20' });
    expect(deduplicateFinding(finding, [older, newer])).toMatchObject({ alertId: '5' });
    expect(deduplicateFinding(finding, [newer, older])).toMatchObject({ alertId: '5' });
  });

  test('deduplication treats an alert with the same trigger as the same behavior on any account and day', () => {
    const moved = alert({ accountNumber: '2', anchorDay: '2025-01-01' });
    expect(deduplicateFinding(finding, [moved])).toMatchObject({ action: 'raise', alertId: '7' });
  });

  test('deduplication measures growth against the largest reviewed alert', () => {
    const small = alert({ reviewed: true, amountCents: 50_000 });
    const large = alert({ id: '8', triggerEntryId: 'x', reviewed: true, amountCents: 166_667 });
    expect(deduplicateFinding(finding, [small, large]).action).toBe('skip');
    expect(deduplicateFinding(finding, [large, small]).action).toBe('skip');
  });

  test('deduplication skips a reviewed behavior until it has grown by half', () => {
    expect(deduplicateFinding(finding, [alert({ reviewed: true, amountCents: 166_667 })]).action).toBe('skip');
  });

  test('deduplication anchors the new alert for a grown behavior at the entry that completes the growth', () => {
    const decision = deduplicateFinding(finding, [alert({ reviewed: true, amountCents: 106_000 })]);
    expect(decision).toMatchObject({
      action: 'insert',
      finding: {
        triggerEntryId: '2',
        triggerDay: '2026-03-05',
        amountCents: 250_000,
        evidence: { triggerEntryId: '2' },
      },
    });
    const evidence = decision.action === 'insert' ? decision.finding.evidence : null;
    expect(evidence?.entries.map(({ transactionId }) => transactionId)).toContain('2');
  });

  test('deduplication ignores uncounted entries when measuring growth and choosing the trigger', () => {
    const [probe, ...taken] = finding.entries;
    const counted = { ...finding, countedEntries: taken, amountCents: 150_000 };
    expect(deduplicateFinding(counted, [alert({ reviewed: true, amountCents: 100_000 })])).toMatchObject({
      action: 'insert',
      finding: { triggerEntryId: '3', evidence: { entries: [{ transactionId: probe?.id }, {}, {}] } },
    });
    expect(deduplicateFinding(counted, [alert({ reviewed: true, amountCents: 106_000 })]).action).toBe('skip');
  });

  test('deduplication keeps the role of each entry in the new alert', () => {
    const entries = [{ transactionId: '1', part: 'probe' }, { transactionId: '2' }] as EvidenceEntry[];
    const withEntries = { ...finding, evidence: { ...finding.evidence, entries } };
    const decision = deduplicateFinding(withEntries, [alert({ reviewed: true, amountCents: 106_000 })]);
    const evidence = decision.action === 'insert' ? decision.finding.evidence : null;
    expect(evidence?.entries.map(({ transactionId, part }) => [transactionId, part])).toEqual([
      ['1', 'probe'],
      ['2', null],
      ['3', null],
    ]);
  });

  test('deduplication does not reuse the trigger of a reviewed alert', () => {
    const reviewed = alert({
      reviewed: true,
      amountCents: 106_000,
      triggerEntryId: '2',
      anchorDay: '2026-03-05',
    });
    expect(deduplicateFinding(finding, [reviewed])).toMatchObject({
      action: 'insert',
      finding: { triggerEntryId: '3', triggerDay: '2026-03-09' },
    });
  });

  test('deduplication treats an alert on another account in the behavior as the same behavior', () => {
    const twoAccounts = aFinding(
      'structuring',
      aHistory().credit('1000.00').on('2026-03-02').account('2').credit('600.00').on('2026-03-05'),
    );
    const elsewhere = alert({ triggerEntryId: 'x', accountNumber: '2', anchorDay: '2026-03-05' });
    expect(deduplicateFinding(twoAccounts, [elsewhere])).toMatchObject({ action: 'raise', alertId: '7' });
  });
});
