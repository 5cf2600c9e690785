import { changePhrase, growthFact, pairsFrom } from './compared-facts.ts';
import { FactSheet } from './fact-sheet.ts';
import { reportScope } from './testing/compose-report.ts';

function moved(now: number, before: number, scope = reportScope()) {
  const sheet = new FactSheet();
  const pair = pairsFrom({ scope, sheet }, 'by hand').money('Net flow', now, before);
  return {
    words: changePhrase(sheet, pair)
      .map(({ text }) => text)
      .join(''),
    change: growthFact(sheet, pair)?.text ?? null,
    facts: sheet.list().length,
  };
}

test.each([
  ['growth', 110_000, 100_000, 'rose 10.0% to $1,100', '10.0%'],
  ['a fall', 90_000, 100_000, 'fell 10.0% to $900', '-10.0%'],
  ['no change', 100_000, 100_000, 'stayed at $1,000', '0.0%'],
  ['almost no change', 100_400, 100_000, 'held steady at $1,004', '0.40%'],
  ['a small change', 100_500, 100_000, 'rose 0.50% to $1,005', '0.50%'],
  ['three times as much', 300_000, 100_000, 'rose 200.0% to $3,000', '200.0%'],
  ['more than that', 300_100, 100_000, 'rose from $1,000 to $3,001', '200.1%'],
  ['growth from zero', 100_000, 0, 'rose from none to $1,000', null],
  ['a fall to zero', 0, 100_000, 'fell 100.0% to $0.00', '-100.0%'],
  ['zero in both periods', 0, 0, 'stayed at $0.00', null],
  ['growth from a negative amount', 50_000, -100_000, 'rose from -$1,000 to $500', null],
  ['a fall below zero', -50_000, 100_000, 'fell 150.0% to -$500', '-150.0%'],
])('a figure with %s is described in words', (_, now, before, words, change) => {
  expect(moved(now, before)).toMatchObject({ words, change });
});

test('only the current figure becomes a fact when there is no previous period', () => {
  const young = reportScope({ firstDay: '2026-08-10' });
  expect(moved(100_000, 50_000, young)).toEqual({ words: 'came to $1,000', change: null, facts: 1 });
  expect(moved(0, 50_000, young).words).toBe('came to $0.00');
});
