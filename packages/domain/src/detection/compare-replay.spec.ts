import { compareReplay, type FrozenAlert } from './replay-alert.ts';
import { aFinding } from './testing/detection-context.ts';
import { aHistory } from './testing/history-builder.ts';

const finding = () => aFinding('large_credit', aHistory().credit('9500.00').on('2026-03-02'));
const frozen = (change: Partial<FrozenAlert> = {}): FrozenAlert => {
  const { activityType, accountNumber, triggerEntryId, amountCents, riskLevel, description, evidence } = finding();
  return {
    activityType,
    accountNumber,
    triggerEntryId,
    amountCents,
    riskLevel,
    percentageChange: null,
    description,
    evidence,
    ...change,
  };
};
const anEntry = {
  transactionId: '1',
  accountNumber: '1000000001',
  company: 'ACME',
  day: '2026-03-02',
  amount: '9500.00',
  transactionType: 'Credit' as const,
  part: null,
  entryDescription: null,
  traceNumber: null,
  source: { importId: '1', line: 1 },
};
const compare = (alert: FrozenAlert, hasGrown = false) => compareReplay(alert, finding(), { hasGrown });

describe('alert replay', () => {
  it('the replay of a stored alert shows no differences when nothing has changed', () => {
    expect(compare(frozen())).toEqual({ differences: [], notes: [] });
  });

  it('the replay of a stored alert shows no differences when an older rule version stored shares as ratios', () => {
    const share = (value: string, threshold: string, unit: 'ratio' | 'percent', label: string) => ({
      ...finding().evidence,
      figures: [{ label, value, comparison: '>=' as const, threshold, unit, met: true }],
    });
    const frozenAs = (value: string) => frozen({ evidence: share(value, '0.75', 'ratio', 'Share of it that left') });
    const again = {
      ...finding(),
      evidence: share('79.5', '75', 'percent', 'Share that had left when the rule was met'),
    };
    // Both 0.7949 and 0.795 are 79.5%, but older versions stored them as 0.79 and 0.80.
    for (const value of ['0.79', '0.80'])
      expect(compareReplay(frozenAs(value), again, { hasGrown: false })).toEqual({
        differences: [],
        notes: [],
      });
    expect(compareReplay(frozenAs('0.78'), again, { hasGrown: false }).differences).toMatchObject([
      { what: 'Figures' },
    ]);
  });

  it('the replay of a stored alert lists a later increase as a note', () => {
    const grown = frozen({ amountCents: 1_950_000 });
    expect(compare(grown, true)).toEqual({
      differences: [],
      notes: [{ what: 'Amount (increased after the alert was raised)', was: '$9,500.00', is: '$19,500.00' }],
    });
    expect(compare(grown).differences).toEqual([{ what: 'Amount', was: '$19,500.00', is: '$9,500.00' }]);
    expect(compare(frozen({ amountCents: 1 }), true).differences).toHaveLength(1);
  });

  it('the replay of a stored alert lists a risk increase caused by another alert as a note', () => {
    expect(compare(frozen({ riskLevel: 'high' }))).toEqual({
      differences: [],
      notes: [{ what: 'Risk (raised by another alert on the account)', was: 'high', is: 'medium' }],
    });
    expect(compare(frozen({ riskLevel: 'low' })).differences).toEqual([{ what: 'Risk', was: 'low', is: 'medium' }]);
  });

  it('the replay of a stored alert lists the current users of its companies as a note', () => {
    const evidence = {
      ...finding().evidence,
      companies: [{ company: 'ACME', firstSeenOnAccount: '2026-03-02', otherAccounts: 3 }],
    };
    const again = {
      ...finding(),
      evidence: { ...evidence, companies: evidence.companies.map((one) => ({ ...one, otherAccounts: 40 })) },
    };
    expect(compareReplay(frozen({ evidence }), again, { hasGrown: false })).toEqual({
      differences: [],
      notes: [{ what: 'Other accounts that use the companies', was: 'ACME: 3', is: 'ACME: 40' }],
    });
  });

  it.each([
    ['Description', { description: 'another' }],
    ['Percentage change', { percentageChange: '12.00' }],
    ['Percentage change', { percentageChange: '0.00' }],
    ['Entries in the pattern', { evidence: { ...finding().evidence, entries: [anEntry] } }],
    [
      'Baseline',
      {
        evidence: {
          ...finding().evidence,
          baseline: {
            label: 'Median',
            value: '7.00',
            unit: 'USD' as const,
            firstDay: '2026-01-01',
            lastDay: '2026-02-01',
          },
        },
      },
    ],
    ['Trigger entry', { evidence: { ...finding().evidence, triggerEntryId: '7' } }],
    ['Window', { evidence: { ...finding().evidence, window: { firstDay: '2026-03-01', lastDay: '2026-03-02' } } }],
    ['What would have prevented this alert', { evidence: { ...finding().evidence, wouldBeSilent: ['Less.'] } }],
    [
      'Other facts',
      { evidence: { ...finding().evidence, facts: [{ label: 'Age', value: '3', unit: 'days' as const }] } },
    ],
    [
      'Figures',
      {
        evidence: {
          ...finding().evidence,
          figures: [
            {
              label: 'Entries',
              value: '3',
              comparison: '>=' as const,
              threshold: '2',
              unit: 'count' as const,
              met: true,
            },
          ],
        },
      },
    ],
  ])('the replay of a stored alert reports a difference in: %s', (what, change) => {
    expect(compare(frozen(change)).differences.map((line) => line.what)).toEqual([what]);
  });

  it('the replay of a stored alert reports a difference in the role of an entry', () => {
    const evidence = { ...finding().evidence, entries: [anEntry] };
    const again = { ...finding(), evidence: { ...evidence, entries: [{ ...anEntry, part: 'Probe' }] } };
    expect(compareReplay(frozen({ evidence }), again, { hasGrown: false }).differences).toEqual([
      { what: 'Entries in the pattern', was: '1 2026-03-02 9500.00', is: '1 2026-03-02 9500.00 Probe' },
    ]);
  });

  it('the replay of a stored alert compares percentages by value', () => {
    const again = { ...finding(), percentageChange: '12.5' };
    const { differences } = compareReplay(frozen({ percentageChange: '12.50' }), again, { hasGrown: false });
    expect(differences).toEqual([]);
  });
});
