import { aDetail, anEvidence } from '../../../testing/a-ledger.ts';
import { wholeEvidence } from './whole-evidence.ts';

const frozen = (evidence: object) => wholeEvidence(aDetail({ evidence: evidence as never }));

describe('the evidence of an alert', () => {
  it('is what was frozen', () => {
    expect(frozen(anEvidence())).toEqual(anEvidence());
  });

  it('of an older version lacks nothing that a screen asks for', () => {
    const { facts: _facts, dailyTotals: _dailyTotals, entries, ...older } = anEvidence();
    const [{ part: _part, ...entry } = { part: null }] = entries;
    expect(frozen({ ...older, entries: [entry] })).toEqual(anEvidence());
  });

  it('of an older version shows its shares as percentages', () => {
    const old = {
      label: 'Share of it that left',
      value: '0.79',
      comparison: '>=',
      threshold: '0.75',
      unit: 'ratio',
      met: true,
    };
    expect(frozen({ ...anEvidence(), figures: [old] }).figures).toEqual([
      {
        ...old,
        label: 'Share that had left when the rule was met',
        value: '79',
        threshold: '75',
        unit: 'percent',
      },
    ]);
  });

  it('that was not frozen at all still names the trigger and its day', () => {
    expect(frozen({})).toMatchObject({
      triggerEntryId: '9001',
      entries: [],
      window: { firstDay: '2026-11-12', lastDay: '2026-11-12' },
    });
  });
});
