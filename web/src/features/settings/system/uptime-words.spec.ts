import { uptimeWords } from './uptime-words.ts';

const since = (milliseconds: number) =>
  uptimeWords(new Date(Date.UTC(2026, 10, 20) - milliseconds).toISOString(), '2026-11-20T00:00:00.000Z');
const MINUTE = 60_000;

it.each([
  [0, 'Less than a minute'],
  [-5 * MINUTE, 'Less than a minute'],
  [MINUTE, '1 minute'],
  [60 * MINUTE, '1 hour'],
  [61 * MINUTE, '1 hour 1 minute'],
  [24 * 60 * MINUTE + 5 * MINUTE, '1 day'],
  [(2 * 24 + 3) * 60 * MINUTE, '2 days 3 hours'],
  [400 * 24 * 60 * MINUTE, '400 days'],
])('an uptime of %d ms reads %j', (milliseconds, words) => {
  expect(since(milliseconds)).toBe(words);
});
