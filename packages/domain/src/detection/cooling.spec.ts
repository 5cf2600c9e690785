import type { EvidenceEntry } from '@clearwatch/contracts/alerts';
import { deduplicateFinding, type ExistingAlert } from './finding-to-alert.ts';
import { aFinding } from './testing/detection-context.ts';
import { aHistory } from './testing/history-builder.ts';

/** $1,000 on 2 March, $600 on the 5th, $900 on the 9th. */
const finding = aFinding(
  'structuring',
  aHistory()
    .credit('1000.00')
    .on('2026-03-02')
    .credit('600.00')
    .on('2026-03-05')
    .credit('900.00')
    .on('2026-03-09'),
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

describe('cooling', () => {
  test('without an alert nearby the finding becomes one', () => {
    expect(deduplicateFinding(finding, [])).toEqual({ action: 'insert', finding });
    const before = alert({ triggerEntryId: 'x', anchorDay: '2026-01-30' });
    const otherAccount = alert({ triggerEntryId: 'x', accountNumber: '2' });
    expect(deduplicateFinding(finding, [before, otherAccount]).action).toBe('insert');
  });

  test('an unreviewed alert of the behavior is raised to the larger total', () => {
    expect(deduplicateFinding(finding, [alert()])).toEqual({
      action: 'raise',
      alertId: '7',
      amountCents: 250_000,
    });
  });

  test('deciding again on unchanged data changes nothing', () => {
    expect(deduplicateFinding(finding, [alert({ amountCents: 250_000 })]).action).toBe('skip');
    expect(deduplicateFinding(finding, [alert({ amountCents: 250_000, reviewed: true })]).action).toBe(
      'skip',
    );
  });

  test('an alert with another trigger within the cooling period is the same behavior', () => {
    const near = alert({ triggerEntryId: 'x', anchorDay: '2026-01-31' });
    expect(deduplicateFinding(finding, [near])).toMatchObject({ action: 'raise', alertId: '7' });
  });

  test('of several unreviewed alerts the one with the same trigger is raised', () => {
    const earlier = alert({ id: '6', triggerEntryId: 'x', anchorDay: '2026-02-20' });
    expect(deduplicateFinding(finding, [earlier, alert()])).toMatchObject({ alertId: '7' });
  });

  test('of several unreviewed alerts with other triggers the oldest is raised, however they come', () => {
    const older = alert({ id: '5', triggerEntryId: 'x', anchorDay: '2026-02-19' });
    const newer = alert({ id: '6', triggerEntryId: 'y', anchorDay: '2026-02-20' });
    expect(deduplicateFinding(finding, [older, newer])).toMatchObject({ alertId: '5' });
    expect(deduplicateFinding(finding, [newer, older])).toMatchObject({ alertId: '5' });
  });

  test('an alert with the same trigger is the same behavior, wherever and whenever it stands', () => {
    const moved = alert({ accountNumber: '2', anchorDay: '2025-01-01' });
    expect(deduplicateFinding(finding, [moved])).toMatchObject({ action: 'raise', alertId: '7' });
  });

  test('of several reviewed alerts the largest has to be outgrown', () => {
    const small = alert({ reviewed: true, amountCents: 50_000 });
    const large = alert({ id: '8', triggerEntryId: 'x', reviewed: true, amountCents: 166_667 });
    expect(deduplicateFinding(finding, [small, large]).action).toBe('skip');
    expect(deduplicateFinding(finding, [large, small]).action).toBe('skip');
  });

  test('a reviewed alert silences the behavior until it has grown by half', () => {
    expect(deduplicateFinding(finding, [alert({ reviewed: true, amountCents: 166_667 })]).action).toBe(
      'skip',
    );
  });

  test('an outgrown review gives a new alert, anchored where the total got there', () => {
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

  test('entries that only explain neither let a behavior outgrow its review nor anchor it', () => {
    const [probe, ...taken] = finding.entries;
    const counted = { ...finding, countedEntries: taken, amountCents: 150_000 };
    expect(deduplicateFinding(counted, [alert({ reviewed: true, amountCents: 100_000 })])).toMatchObject({
      action: 'insert',
      finding: { triggerEntryId: '3', evidence: { entries: [{ transactionId: probe?.id }, {}, {}] } },
    });
    expect(deduplicateFinding(counted, [alert({ reviewed: true, amountCents: 106_000 })]).action).toBe(
      'skip',
    );
  });

  test('the new alert says of each entry what part it has, as the finding did', () => {
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

  test('the entry that anchors the outgrown review cannot anchor the new alert as well', () => {
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

  test('an alert on another account of the behavior is the same behavior', () => {
    const twoAccounts = aFinding(
      'structuring',
      aHistory().credit('1000.00').on('2026-03-02').account('2').credit('600.00').on('2026-03-05'),
    );
    const elsewhere = alert({ triggerEntryId: 'x', accountNumber: '2', anchorDay: '2026-03-05' });
    expect(deduplicateFinding(twoAccounts, [elsewhere])).toMatchObject({ action: 'raise', alertId: '7' });
  });
});
