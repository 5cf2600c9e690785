import { formatReportPeriod } from './format-fact.ts';

test.each([
  ['2026-07-22', '2026-08-20', 'Jul 22 to Aug 20, 2026'],
  ['2025-12-20', '2026-01-18', 'Dec 20, 2025 to Jan 18, 2026'],
  ['2026-08-03', '2026-08-03', 'Aug 3, 2026'],
])('a report period from %s to %s is formatted as %s', (firstDay, lastDay, words) => {
  expect(formatReportPeriod({ firstDay, lastDay })).toBe(words);
});
