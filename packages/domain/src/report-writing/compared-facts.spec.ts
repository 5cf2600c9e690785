import { isComparable, pairComparison } from './compared-facts.ts';
import { type CitedFact, FactSheet } from './fact-sheet.ts';
import { spansOf } from './report-sentences.ts';
import { reportScope } from './testing/compose-report.ts';

type Kind = 'money' | 'count';

/** A figure compared with the previous period. */
function words(now: number, before: number, kind: Kind = 'count'): string {
  const sheet = new FactSheet();
  const fact = (size: number): CitedFact =>
    kind === 'money'
      ? sheet.money({ label: 'Sum', source: 'by hand' }, size)
      : sheet.count({ label: 'Alerts', source: 'by hand' }, size);
  return spansOf(pairComparison(sheet, { label: 'Alerts', now: fact(now), before: fact(before) }))
    .map(({ text }) => text)
    .join('');
}

describe('period comparison', () => {
  test.each<[number, number, Kind, string]>([
    [12, 12, 'count', 'unchanged from the previous period'],
    [500, 500, 'money', 'unchanged from the previous period'],
    [15, 10, 'count', 'up 50.0% from 10'],
    [5, 10, 'count', 'down 50.0% from 10'],
    [12, 9, 'count', 'up from 9'],
    [0, 9, 'count', 'down from 9'],
    [3, 0, 'count', 'up from 0'],
    [900, 600, 'money', 'up 50.0% from $6.00'],
    [900, 0, 'money', 'up from $0.00'],
    [2, 1, 'money', 'up 100.0% from $0.01'],
    [500, -1_000, 'money', 'up from -$10.00'],
    [5, -100, 'count', 'up from -100'],
  ])('a figure of %d after %d (%s) in the previous period is worded as "%s"', (now, before, kind, expected) => {
    expect(words(now, before, kind)).toBe(`, ${expected}`);
  });

  test('a figure is compared only when the ledger covers the whole previous period', () => {
    const { previous } = reportScope();
    expect(isComparable(reportScope({ firstDay: previous.firstDay }))).toBe(true);
    expect(isComparable(reportScope({ firstDay: '2026-07-02' }))).toBe(false);
  });
});
