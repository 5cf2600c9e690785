import type { EvidenceFigure } from '@clearwatch/contracts/alerts';
import { UNKNOWN_COMPANY } from '../ledger/ledger-row.ts';
import { toFinding } from './define-detector.ts';
import { isDated } from './detection-entry.ts';
import { structuring } from './detectors/structuring.ts';
import {
  displayedEvidence,
  displayedFact,
  displayedFigure,
  evidenceEntries,
  figure,
  MAX_EVIDENCE_COMPANIES,
  MAX_EVIDENCE_ENTRIES,
} from './finding-evidence.ts';
import { aContext } from './testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from './testing/history-builder.ts';

/** Evidence for a behavior with the entries from the given index on. The last entry is the trigger. */
function evidenceOver(history: HistoryBuilder, { context = aContext(), from = 0 } = {}) {
  const built = history.build();
  const prepared = new Map(built.accounts.flatMap(({ entries }) => entries.map((own) => [own.entry.id, own])));
  const entries = history
    .entries()
    .flatMap(({ id }) => prepared.get(id) ?? [])
    .slice(from);
  const trigger = entries.at(-1);
  if (trigger === undefined) throw new Error('a behavior has at least one entry');
  const detail = { strength: 1 };
  return toFinding({
    rule: { ...structuring, ruleVersion: 3, sources: ['31 CFR 1010.314'] },
    behavior: { trigger, entries, amountCents: 0, first: detail, peak: detail },
    details: { description: '', figures: [], wouldBeSilent: [] },
    coolDays: 30,
    parameters: [],
    history: built,
    context,
  }).evidence;
}

/** Number of entries kept and the first and last of them when the trigger is at the given position, from 1. */
function keptOf(number: number, at: number): string[] {
  const entries = aHistory()
    .debit('1.00')
    .on('2026-03-02')
    .again({ times: number - 1, everyDays: 0 })
    .entries()
    .filter(isDated);
  const trigger = entries[at - 1];
  if (trigger === undefined) throw new Error('the trigger is one of them');
  const shown = evidenceEntries(entries, trigger, () => null);
  return [String(shown.length), shown[0]?.transactionId ?? '', shown.at(-1)?.transactionId ?? ''];
}

describe('evidence', () => {
  test('evidence includes the rule, policy, sources and the days from the first entry to the last', () => {
    const history = aHistory().credit('10.00').on('2026-03-02', '2026-03-05', '2026-03-09');
    expect(evidenceOver(history)).toMatchObject({
      rule: { activityType: 'structuring', ruleVersion: 3, policyVersion: 1, sources: ['31 CFR 1010.314'] },
      triggerEntryId: '3',
      window: { firstDay: '2026-03-02', lastDay: '2026-03-09' },
      dailyTotals: [],
      facts: [],
    });
  });

  test('evidence keeps 500 entries around the trigger', () => {
    expect([MAX_EVIDENCE_ENTRIES, keptOf(500, 1)]).toEqual([500, ['500', '1', '500']]);
    expect(keptOf(600, 1)).toEqual(['500', '1', '500']);
    expect(keptOf(600, 300)).toEqual(['500', '50', '549']);
    expect(keptOf(600, 600)).toEqual(['500', '101', '600']);
  });

  test('evidence keeps the first entries when they do not include the trigger', () => {
    const entries = aHistory().credit('1.00').on('2026-03-02', '2026-03-03').entries().filter(isDated);
    const [elsewhere] = aHistory().credit('1.00').entries().filter(isDated);
    const shown = elsewhere === undefined ? [] : evidenceEntries(entries, elsewhere, () => null);
    expect(shown.map(({ transactionId }) => transactionId)).toEqual(['1', '2']);
  });

  test('evidence shows each company’s first day on the account and how many other accounts it has', () => {
    const history = aHistory()
      .account('2')
      .debit('5.00')
      .from('CITY WATER')
      .on('2025-06-02')
      .account('1')
      .debit('5.00')
      .from('CITY WATER')
      .on('2025-09-01', '2026-03-02')
      .debit('7.00')
      .from('NOVA TRADE')
      .on('2026-03-03')
      .account('2')
      .debit('8.00')
      .from('NOVA TRADE')
      .on('2026-03-04');
    const { companies } = evidenceOver(history, { context: aContext({ known: ['CITY WATER'] }) });
    expect(companies).toEqual([
      // The first entry is on account 2. Of the 40 accounts that use the company, two belong to the member.
      { company: 'CITY WATER', firstSeenOnAccount: '2025-06-02', otherAccounts: 38 },
      // The company table contains one account, but the member has two, so the number of other accounts must not be negative.
      { company: 'NOVA TRADE', firstSeenOnAccount: '2026-03-03', otherAccounts: 0 },
    ]);
  });

  test('evidence uses a company’s first day on this account, not on another account of the member', () => {
    const history = aHistory()
      .account('1')
      .debit('5.00')
      .from('CITY WATER')
      .on('2025-06-02')
      .account('2')
      .debit('5.00')
      .from('CITY WATER')
      .on('2025-09-01', '2026-03-02');
    const evidence = evidenceOver(history, { from: 2 });
    expect(evidence.companies).toMatchObject([{ firstSeenOnAccount: '2025-09-01' }]);
  });

  test('evidence omits an unknown company', () => {
    const history = aHistory()
      .debit('5.00')
      .from(UNKNOWN_COMPANY)
      .on('2026-03-02')
      .debit('5.00')
      .from('ACME')
      .on('2026-03-03');
    expect(evidenceOver(history).companies.map(({ company }) => company)).toEqual(['ACME']);
  });

  test('evidence lists at most 50 companies', () => {
    const history = aHistory();
    for (let number = 1; number <= 51; number += 1) history.debit('5.00').from(`SHOP ${number}`).on('2026-03-02');
    const { companies } = evidenceOver(history);
    expect([MAX_EVIDENCE_COMPANIES, companies.length, companies.at(-1)?.company]).toEqual([50, 50, 'SHOP 50']);
  });
});

describe('figure with its threshold', () => {
  test('evidence figures show counts and days as whole numbers or with two decimal places', () => {
    expect(figure.count([12, '>=', 9.6], 'Debits')).toEqual({
      label: 'Debits',
      value: '12',
      comparison: '>=',
      threshold: '9.60',
      unit: 'count',
      met: true,
    });
    expect(figure.days([130, '>=', 120], 'Silence')).toMatchObject({
      value: '130',
      threshold: '120',
      unit: 'days',
      met: true,
    });
  });

  test('evidence figures round money to the nearest cent', () => {
    expect(figure.money([250_000.5, '>', 166_749.6], 'Sum')).toEqual({
      label: 'Sum',
      value: '2500.01',
      comparison: '>',
      threshold: '1667.50',
      unit: 'USD',
      met: true,
    });
  });

  test('evidence figures show shares as percentages with short thresholds', () => {
    const share = (threshold: number) => figure.share([0.7916, '>=', threshold], 'Share that left');
    expect(share(0.75)).toMatchObject({ value: '79.2', threshold: '75', unit: 'percent', met: true });
    expect(share(0.555)).toMatchObject({ threshold: '55.50' });
    expect(share(0.07)).toMatchObject({ threshold: '7' });
  });

  test('evidence figures show ratios with two decimal places and short thresholds', () => {
    const ratio = (threshold: number) => figure.ratio([6, '>=', threshold], 'Against the median');
    expect(ratio(4)).toMatchObject({ value: '6.00', threshold: '4', unit: 'ratio', met: true });
    expect(ratio(2.5)).toMatchObject({ threshold: '2.50' });
  });
});

const storedFigure = (change: Partial<EvidenceFigure>): EvidenceFigure => ({
  label: 'Share of it that left',
  value: '0.79',
  comparison: '>=',
  threshold: '0.75',
  unit: 'ratio',
  met: true,
  ...change,
});

describe('evidence from an older rule version', () => {
  test('evidence from an older rule version shows shares as percentages with updated labels', () => {
    expect(displayedFigure(storedFigure({}))).toEqual({
      label: 'Share that had left when the rule was met',
      value: '79',
      comparison: '>=',
      threshold: '75',
      unit: 'percent',
      met: true,
    });
    const fact = { label: 'Share that left', value: '95.0', unit: 'percent' as const };
    expect(displayedFact(fact)).toEqual({ ...fact, label: 'Share of all money in that left' });
  });

  test.each([
    'Share that left, the newest 3 credits apart',
    'High risk: share that left within 4 days',
    'Largest difference of a pair, as a share of its credit',
    'Their share of the unexplained credits below the line',
    'Share of all entries of the institution that are dated on weekends',
    'The same, of all accounts that QUICK PAY debited',
  ])('evidence from an older rule version shows "%s" as a percentage', (label) => {
    expect(displayedFigure(storedFigure({ label, value: '0.56', threshold: '0.5' }))).toMatchObject({
      label,
      value: '56',
      threshold: '50',
      unit: 'percent',
    });
  });

  test.each(['Amount against the median of the earlier entries', 'Entries against the usual number'])(
    'evidence from an older rule version keeps the ratio "%s" unchanged',
    (label) => {
      const ratio = storedFigure({ label, value: '4.02', threshold: '2' });
      expect(displayedFigure(ratio)).toBe(ratio);
    },
  );

  test('evidence from an older rule version keeps figures and facts that need no conversion unchanged', () => {
    const evidence = {
      figures: [storedFigure({ label: 'Share that had left', value: '79.2', threshold: '75', unit: 'percent' })],
      facts: [{ label: 'Senders', value: 'NOVA TRADE', unit: 'text' as const }],
    };
    expect(displayedEvidence(evidence)).toEqual(evidence);
  });
});
