import { periodInPrompt } from './period-in-prompt.ts';

/** A Wednesday in the fourth quarter. */
const AS_OF = '2026-11-18';

describe('days in the words of a question', () => {
  test.each([
    ['What changed last quarter?', '2026-07-01', '2026-09-30'],
    ['this quarter', '2026-10-01', AS_OF],
    ['Credits last month', '2026-10-01', '2026-10-31'],
    ['last week', '2026-11-09', '2026-11-15'],
    ['this week', '2026-11-16', AS_OF],
    ['last year', '2025-01-01', '2025-12-31'],
    ['year to date', '2026-01-01', AS_OF],
    ['the past 90 days', '2026-08-21', AS_OF],
    ['last 2 weeks', '2026-11-05', AS_OF],
    ['Who paid in August?', '2026-08-01', '2026-08-31'],
    ['alerts of Dec', '2025-12-01', '2025-12-31'],
    ['in November', '2026-11-01', AS_OF],
    ['returns in May 2025', '2025-05-01', '2025-05-31'],
    ['February 2024 returns', '2024-02-01', '2024-02-29'],
    ['since June 3', '2026-06-03', AS_OF],
    ['since June', '2026-06-01', AS_OF],
    ['since December 24th', '2025-12-24', AS_OF],
    ['since 2026-03-01', '2026-03-01', AS_OF],
    ['from March 1 to April 15, 2026', '2026-03-01', '2026-04-15'],
    ['between 2026-01-05 and 2026-01-09', '2026-01-05', '2026-01-09'],
    ['on October 26', '2026-10-26', '2026-10-26'],
    ['Q2', '2026-04-01', '2026-06-30'],
    ['Q4 2025', '2025-10-01', '2025-12-31'],
    ['in 2025', '2025-01-01', '2025-12-31'],
  ])('%s', (prompt, firstDay, lastDay) => {
    expect(periodInPrompt(prompt, AS_OF)).toEqual({ firstDay, lastDay });
  });

  test.each([
    'Which members may be at risk?',
    'What about Mr. March?',
    'on February 30',
    'since 2027-01-01',
    'between June 9 and June 3',
    'last 0 days',
    'Q5',
    '',
  ])('none in "%s"', (prompt) => {
    expect(periodInPrompt(prompt, AS_OF)).toBeNull();
  });
});
