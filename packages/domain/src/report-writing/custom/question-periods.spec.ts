import { readPeriods } from './question-periods.ts';

/** A Wednesday in the fourth quarter. */
const AS_OF = '2026-11-18';
const LEDGER = { asOf: AS_OF, firstDay: '2025-02-03' };
const periodsIn = (text: string) => readPeriods(text, LEDGER).found.map(({ period }) => period);

describe('periods in questions', () => {
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
    ['What happened on May 5th?', '2026-05-05', '2026-05-05'],
    ['on 5/5/2026', '2026-05-05', '2026-05-05'],
    ['from 10/1 to 10/15', '2026-10-01', '2026-10-15'],
    ['the 5th of May', '2026-05-05', '2026-05-05'],
    ['October 5-9', '2026-10-05', '2026-10-09'],
    ['from July to September', '2026-07-01', '2026-09-30'],
    ['between November and January 2026', '2025-11-01', '2026-01-31'],
    ['before June 2026', '2025-02-03', '2026-05-31'],
    ['after June 3', '2026-06-04', AS_OF],
    ['until March 1, 2026', '2025-02-03', '2026-03-01'],
    ['the last eight weeks', '2026-09-24', AS_OF],
    ['the last 3 months', '2026-08-19', AS_OF],
    ['for the past year', '2025-11-19', AS_OF],
    ['in the third quarter', '2026-07-01', '2026-09-30'],
    ['first half of 2026', '2026-01-01', '2026-06-30'],
    ['since the beginning of the year', '2026-01-01', AS_OF],
    ['this year so far', '2026-01-01', AS_OF],
    ['the week of June 10', '2026-06-08', '2026-06-14'],
    ['last Friday', '2026-11-13', '2026-11-13'],
    ['yesterday', '2026-11-17', '2026-11-17'],
    ['largest debit ever', '2025-02-03', AS_OF],
    ['credits in March with ACME', '2026-03-01', '2026-03-31'],
    ['April debits', '2026-04-01', '2026-04-30'],
  ])('one period is found in the question "%s"', (prompt, firstDay, lastDay) => {
    expect(periodsIn(prompt)).toEqual([{ firstDay, lastDay }]);
  });

  test.each([
    ['the fourth quarter of last year', '2025-10-01', '2025-12-31'],
    ["last year's fourth quarter", '2025-10-01', '2025-12-31'],
    ['in Q4 last year', '2025-10-01', '2025-12-31'],
    ['Q4 of 2025', '2025-10-01', '2025-12-31'],
    ['fourth quarter 2025', '2025-10-01', '2025-12-31'],
    ['2025 Q4', '2025-10-01', '2025-12-31'],
    ["Q4 '25", '2025-10-01', '2025-12-31'],
    ['4Q25', '2025-10-01', '2025-12-31'],
    ['Q1 this year', '2026-01-01', '2026-03-31'],
    ['the second quarter of the year', '2026-04-01', '2026-06-30'],
    ['the last quarter of 2025', '2025-10-01', '2025-12-31'],
    ['the last quarter of last year', '2025-10-01', '2025-12-31'],
    ['the first 3 months of 2025', '2025-01-01', '2025-03-31'],
    ['the last month of last year', '2025-12-01', '2025-12-31'],
    ['March of last year', '2025-03-01', '2025-03-31'],
    ["last year's March", '2025-03-01', '2025-03-31'],
    ['last year in March', '2025-03-01', '2025-03-31'],
    ['in March of the year before', '2025-03-01', '2025-03-31'],
    ['in March of the previous year', '2025-03-01', '2025-03-31'],
    ['in March, 2025', '2025-03-01', '2025-03-31'],
    ['in 2025-03', '2025-03-01', '2025-03-31'],
    ['in 03/2025', '2025-03-01', '2025-03-31'],
    ['March 5 of last year', '2025-03-05', '2025-03-05'],
    ['last March', '2026-03-01', '2026-03-31'],
    ['last November', '2025-11-01', '2025-11-30'],
    ['this March', '2026-03-01', '2026-03-31'],
    ['in November', '2026-11-01', AS_OF],
    ['first half of last year', '2025-01-01', '2025-06-30'],
    ["last year's second half", '2025-07-01', '2025-12-31'],
    ['H2 2025', '2025-07-01', '2025-12-31'],
    ['H1', '2026-01-01', '2026-06-30'],
    ['debits of 2025', '2025-01-01', '2025-12-31'],
    ['2025 debits', '2025-01-01', '2025-12-31'],
    ['the previous year', '2025-01-01', '2025-12-31'],
    ['last year to date', '2025-01-01', '2025-11-18'],
    ['YTD 2025', '2025-01-01', '2025-11-18'],
    ['YTD', '2026-01-01', AS_OF],
    ['2025 to date', '2025-01-01', AS_OF],
    ['so far in November', '2026-11-01', AS_OF],
    ['the month before last', '2026-09-01', '2026-09-30'],
    ['since March of last year', '2025-03-01', AS_OF],
    ['since Q2', '2026-04-01', AS_OF],
    ['since last quarter', '2026-07-01', AS_OF],
    ['before Q3 2025', '2025-02-03', '2025-06-30'],
    ['after March', '2026-04-01', AS_OF],
    ['until the end of May', '2025-02-03', '2026-05-31'],
    ['from Q1 to Q3', '2026-01-01', '2026-09-30'],
    ['from March 2025 to today', '2025-03-01', AS_OF],
    ['between Q1 and Q3 2025', '2025-01-01', '2025-09-30'],
    ['March to May', '2026-03-01', '2026-05-31'],
    ['March through May 2025', '2025-03-01', '2025-05-31'],
    ['debits in March and April', '2026-03-01', '2026-04-30'],
    ['debits in March and April 2025', '2025-03-01', '2025-04-30'],
    ['on the last Wednesday', '2026-11-11', '2026-11-11'],
  ])('a period in a question is found with its year and context: %s', (prompt, firstDay, lastDay) => {
    expect(readPeriods(prompt, LEDGER)).toMatchObject({
      found: [{ period: { firstDay, lastDay } }],
      unread: [],
    });
    expect(periodsIn(prompt)).toHaveLength(1);
  });

  test.each([
    'the first week of March',
    'the first week of last month',
    'early in March',
    'the second half of March',
    'the end of 2025',
    'mid-October',
    'in March next year',
    'next quarter',
    'this December',
    'two months ago',
    'Q1 of fiscal 2025',
    'last summer',
    'the last few weeks',
    'the last 30 days of 2025',
    'last week of 2025',
    'by April',
    'debits in Q3 vs Q4 2025',
    'week 12',
    'the 30 days to October 31',
    'two weeks before June 3',
    'February 30',
  ])('a period in a question is reported as unread when it is only partly understood: %s', (prompt) => {
    expect(readPeriods(prompt, LEDGER).unread).not.toEqual([]);
  });

  test('the two sides of a comparison in a question can have different years', () => {
    const fourth = { firstDay: '2025-10-01', lastDay: '2025-12-31' };
    const first = { firstDay: '2026-01-01', lastDay: '2026-03-31' };
    for (const year of ['of last year', 'last year', 'of 2025', 'of the previous year', 'in the year before'])
      expect(periodsIn(`Compare credits in the first quarter with the fourth quarter ${year}.`)).toEqual([
        first,
        fourth,
      ]);
    expect(periodsIn("Compare last year's Q4 with Q1")).toEqual([fourth, first]);
    expect(periodsIn('Compare Q3 2025 with Q3 of the year before')[1]).toEqual({
      firstDay: '2024-07-01',
      lastDay: '2024-09-30',
    });
  });

  test.each([
    'Which members may be at risk?',
    'What about Mr. March?',
    'on February 30',
    'since 2027-01-01',
    'between June 9 and June 3',
    'last 0 days',
    'Q5',
    'What did April Smith receive?',
    'more than 2025 dollars',
    'credits of April Smith',
    '',
  ])('no period is found in the question "%s"', (prompt) => {
    expect(periodsIn(prompt)).toEqual([]);
  });

  test('two periods in a question are found in order, even when one is relative to the other', () => {
    const march = { firstDay: '2026-03-01', lastDay: '2026-03-31' };
    const february = { firstDay: '2026-02-01', lastDay: '2026-02-28' };
    expect(periodsIn('in March compared with February')).toEqual([march, february]);
    expect(periodsIn('Compare February with March')).toEqual([february, march]);
    expect(periodsIn('this quarter vs. the same period last year')).toEqual([
      { firstDay: '2026-10-01', lastDay: AS_OF },
      'year before',
    ]);
    expect(periodsIn('in March against the period before')).toEqual([march, 'previous']);
  });
});
