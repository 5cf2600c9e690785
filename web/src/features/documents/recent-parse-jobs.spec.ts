import { relativeTime } from './recent-parse-jobs.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['2026-11-20T12:00:05Z', 'Just now'],
  ['2026-11-20T11:59:01Z', 'Just now'],
  ['2026-11-20T11:59:00Z', '1m ago'],
  ['2026-11-20T11:00:01Z', '59m ago'],
  ['2026-11-20T11:00:00Z', '1h ago'],
  ['2026-11-19T12:00:01Z', '23h ago'],
  ['2026-11-19T12:00:00Z', 'Nov 19, 2026'],
])('the document list shows the time %s as %s [spec 2.8.5]', (iso, words) => {
  expect(relativeTime(iso, NOW)).toBe(words);
});
