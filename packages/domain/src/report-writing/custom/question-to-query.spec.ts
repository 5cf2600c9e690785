import { FactSheet } from '../fact-sheet.ts';
import { interpretationOf } from './answer-figures.ts';
import type { FoundName, Query } from './custom-query.ts';
import { type NameCandidate, nameCandidates, toQuery } from './question-to-query.ts';
import { readQuestion, splitQuestions } from './read-question.ts';

const DAYS = {
  asOf: '2026-11-18',
  firstDay: '2025-10-03',
  period: { firstDay: '2026-10-20', lastDay: '2026-11-18' },
  isUsualPeriod: true,
};
const COMPANIES = ['ACME PAYROLL', 'STATE FARM INS', 'TOTAL GYM', 'CAPITAL ONE', 'ZELLE PAYMENT', 'ZELLE INSTANT'];

/** Finds names as the ledger does: by the full name or a unique prefix. */
function find({ words, mayBeBeginning }: NameCandidate): FoundName | null {
  const name = words.toUpperCase();
  const companies = COMPANIES.filter(
    (company) => company === name || (mayBeBeginning && company.startsWith(`${name} `)),
  );
  if (companies.length > 0) return { words, companies, members: [] };
  return name === 'RUTH MILLER'
    ? { words, companies: [], members: [{ accountNumber: '1000004570', name: 'Ruth Miller' }] }
    : null;
}

function understood(text: string, before: Query | null = null) {
  return toQuery(readQuestion(text, DAYS), find, { days: DAYS, before });
}
function reading(text: string): string {
  const query = understood(text)?.query ?? null;
  return query === null
    ? 'none'
    : interpretationOf(query, new FactSheet())
        .map((span) => span.text)
        .join('');
}
/** The query without its days, which other tests cover. */
const plain = (text: string) => reading(text).replace(/, (?:from|on) [A-Z].*$/, '');

describe('direction and parties', () => {
  test.each([
    ['How much did members receive?', 'credits'],
    ['How much did members pay?', 'debits'],
    ['How much did members receive from ACME PAYROLL?', 'credits from ACME PAYROLL'],
    ['How much did ACME PAYROLL pay?', 'credits from ACME PAYROLL'],
    ['How much was paid to "CAPITAL ONE"?', 'debits to CAPITAL ONE'],
    ['How much did CAPITAL ONE collect?', 'debits to CAPITAL ONE'],
    ['How much went to CAPITAL ONE?', 'debits to CAPITAL ONE'],
    ['How much came from ACME PAYROLL?', 'credits from ACME PAYROLL'],
    ['How much did Ruth Miller pay to CAPITAL ONE?', 'debits for Ruth Miller (***4570) to CAPITAL ONE'],
    ['How much did Ruth Miller deposit?', 'credits for Ruth Miller (***4570)'],
    ['Net flow of Ruth Miller', 'net flow for Ruth Miller (***4570)'],
    ['Total volume', 'credits and debits'],
  ])('the direction and parties are read from "%s"', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  test('the direction of a ranking is reported as reversed for companies that "receive" credits', () => {
    expect(understood('Which companies received most of the credits?')?.query).toMatchObject({
      answer: 'ranking',
      group: 'company',
      direction: 'credits',
      isReversed: true,
    });
    expect(understood('Which companies sent most of the credits?')?.query?.isReversed).toBe(false);
    expect(understood('Which companies received the most?')?.query).toMatchObject({ direction: 'debits' });
  });
});

describe('names in questions', () => {
  test.each([
    ['State the total credits', 'credits'],
    ['Show the first debits by month', 'debits by month'],
    ['List the total debits by company', 'companies by debits, highest first, at most 10'],
    ['STATE FARM debits', 'debits to STATE FARM INS'],
    ['debits of company Total Gym', 'debits to TOTAL GYM'],
    ['Total Gym debits', 'debits to TOTAL GYM'],
    ['debits to Capital One', 'debits to CAPITAL ONE'],
    ['debits to "zelle"', 'debits to ZELLE PAYMENT and ZELLE INSTANT'],
    ['debits of ruth miller', 'debits for Ruth Miller (***4570)'],
  ])('names and ordinary words are told apart in "%s"', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  test('a name in a question is reported as ambiguous when it is short for several names', () => {
    expect(understood('debits to "zelle"')?.query?.standsFor).toEqual([
      { words: 'zelle', companies: ['ZELLE PAYMENT', 'ZELLE INSTANT'] },
    ]);
    expect(understood('debits to ACME PAYROLL')?.query?.standsFor).toEqual([]);
  });

  test('a question is left unanswered when it contains a name that is not in the ledger', () => {
    expect(understood('How much did Peter Quimby receive?')).toMatchObject({
      query: null,
      unknownNames: ['Peter Quimby'],
      notUnderstood: [],
    });
  });
});

test('only a few pieces of a quoted text with thousands of characters are looked up as names', () => {
  const read = readQuestion(`How much did "${'a b c '.repeat(700)}" pay?`, DAYS);
  const candidates = read.names.flatMap((name) => nameCandidates(read, name));
  expect(read.names).toHaveLength(1);
  expect(candidates.length).toBeLessThan(8 * read.tokens.length);
});

describe('unknown words', () => {
  test('words that are not understood in a question are quoted and joined across small gaps', () => {
    expect(understood('How many accounts got money from more than one employer?')).toMatchObject({
      notUnderstood: ['more than one employer'],
    });
    expect(understood('Which members have the largest balances?')?.beyond).toEqual(['balances']);
  });

  test.each([
    'What is the weather?',
    'Sum of payroll last payday',
    'Who has not received credits?',
    'How many members have more debits than credits?',
    'Which company paid the fewest members?',
    'Median debit by company',
    'Who sent money to crypto exchanges in the last 90 days?',
    'Capital improvements: who paid for them?',
    'Number of new members',
    'How many inactive members do we have?',
    'Which oldest accounts received credits?',
    'List unauthorized widget debits',
    'How much interest did members pay?',
    'Debits in the first week of March',
    'Debits by churned customers',
    'Credits in March and debits in June',
    'Debits in March, April and July',
  ])('a question with words that are not understood is left unanswered: "%s"', (text) => {
    expect(reading(text)).toBe('none');
  });
});

describe('amount limits', () => {
  test.each([
    ['debits over $500', 'debits of more than $500.00 each'],
    ['debits of at least 1,000 dollars', 'debits of at least $1,000.00 each'],
    ['credits under $20.50', 'credits of less than $20.50 each'],
    ['debits between $100 and $200', 'debits between $100.00 and $200.00 each'],
    ['debits of $10k or more', 'debits of at least $10,000.00 each'],
    ['How many debits of exactly $9,500?', 'number of debits of exactly $9,500.00 each'],
    [
      'Which members received more than $5,000?',
      'members by credits with a total of more than $5,000.00, highest first, at most 10',
    ],
    [
      'Which members had debits over $5,000?',
      'members by debits of more than $5,000.00 each, highest first, at most 10',
    ],
  ])('the amount limit is read from "%s"', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });
});

describe('listed items', () => {
  test.each([
    [
      'Show me every transaction over $9,000',
      'individual credits and debits of more than $9,000.00, largest first, at most 10',
    ],
    ['largest debit', 'individual debits, largest first, at most 1'],
    ['Which day had the fewest entries?', 'days by number of entries, lowest first'],
    ['top 3 days by number of debits', 'days by number of debits, highest first'],
    ['Average transaction size by company', 'companies by average entry, highest first, at most 10'],
    [
      'Where did the money of Ruth Miller go?',
      'companies by debits for Ruth Miller (***4570), highest first, at most 10',
    ],
    [
      'Companies that took more than $1,000 in one debit',
      'companies by debits of more than $1,000.00 each, highest first, at most 10',
    ],
    ['Least active companies in 2026', 'companies by number of entries, lowest first, at most 10'],
    ['Most active members', 'members by number of entries, highest first, at most 10'],
    ['What was our most active day?', 'days by number of entries, highest first'],
    ['busiest companies', 'companies by number of entries, highest first, at most 10'],
    ['How many members do we have?', 'total number of members'],
    ['Total number of companies', 'total number of companies'],
    ['How many members received credits in total?', 'number of members with credits'],
    ['How many entries are there altogether?', 'number of entries'],
    ['How many active members do we have?', 'number of members with credits or debits'],
    ['First and last day in the data?', 'first and last day with credits and debits'],
    ['What is the first day in the data?', 'first day with credits and debits'],
    ['List companies with more than 5 returns', 'none'],
    ['How many accounts have open alerts?', 'none'],
    ['How many members had returned debits?', 'none'],
    ['Last 6 months of 2025 by month, debits', 'debits by month'],
    ['What percentage of alerts are false positives?', 'none'],
    ['How many debits were returned as unauthorized?', 'none'],
  ])('the items to list or count are read from "%s", or it is left unanswered', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });
});

describe('comparison days', () => {
  const periods = (text: string) => {
    const query = understood(text)?.query;
    return [query?.period, query?.comparedWith].map((period) =>
      period ? `${period.firstDay} ${period.lastDay}` : null,
    );
  };
  test.each([
    ['Credits in March compared with February', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
    ['Compare credits in March with February', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
    ['Compare credits in October', '2026-10-01 2026-10-31', '2026-09-01 2026-09-30'],
    ['Credits compared with last month', '2026-11-01 2026-11-18', '2026-10-01 2026-10-31'],
    ['Credits in October compared with the same period last year', '2026-10-01 2026-10-31', '2025-10-01 2025-10-31'],
    [
      'Compare credits in the third quarter with the fourth quarter of last year.',
      '2026-07-01 2026-09-30',
      '2025-10-01 2025-12-31',
    ],
    ['Did debits rise from March to April?', '2026-04-01 2026-04-30', '2026-03-01 2026-03-31'],
    ['Credits this quarter vs the quarter before', '2026-10-01 2026-11-18', '2026-07-01 2026-09-30'],
    ['Credits in Q3 versus the previous quarter', '2026-07-01 2026-09-30', '2026-04-01 2026-06-30'],
    ['Compare credits with the same month last year', '2026-11-01 2026-11-18', '2025-11-01 2025-11-18'],
    ['Credits this month compared with last year', '2026-11-01 2026-11-18', '2025-11-01 2025-11-18'],
    ['Credits in March against the period before', '2026-03-01 2026-03-31', '2026-02-01 2026-02-28'],
    ['Compare credits with the period before', '2026-10-20 2026-11-18', '2026-09-20 2026-10-19'],
    ['Did debits rise?', '2026-10-20 2026-11-18', '2026-09-20 2026-10-19'],
    ['Credits versus debits in October', '2026-10-01 2026-10-31', null],
  ])('the days to compare are read from "%s"', (text, period, comparedWith) => {
    const [own, other] = periods(text);
    // The ledger begins on Oct 3, 2025: it covers only part of October 2025.
    const isWhole = comparedWith === null || comparedWith >= DAYS.firstDay;
    expect([own, other]).toEqual([period, isWhole ? comparedWith : null]);
  });
});

test('a question that compares with the period before cannot add other days', () => {
  const text = 'in March against the period before And in June?';
  expect(understood(text)).toMatchObject({ query: null, notUnderstood: ['the period before And in June'] });
});

describe('prompts', () => {
  test('a prompt is split into questions, but not at abbreviations, names or pronouns', () => {
    const texts = (prompt: string) => splitQuestions(prompt).map(({ text }) => text);
    expect(texts('Who pays us? How much did St. Mary Inc. get? 1. List alerts.')).toHaveLength(3);
    expect(texts('Which companies collect most, and how many members does each reach?')).toHaveLength(1);
    expect(texts('How many debits in May, and how many alerts?')).toEqual([
      'How many debits in May',
      'how many alerts?',
    ]);
    expect(texts(' \n ')).toEqual([]);
  });

  test('a question can narrow an earlier count: all members, then the active ones', () => {
    const all = understood('How many members do we have?')?.query ?? null;
    expect(all).toMatchObject({ isAll: true, counted: 'members' });
    expect(understood('how many were active in the last 30 days?', all)?.query).toMatchObject({
      isAll: false,
      counted: 'members',
      period: { firstDay: '2026-10-20', lastDay: '2026-11-18' },
    });
  });

  test('a follow-up question repeats the previous one for other days, and "State the totals." is ignored', () => {
    const first = understood('How many debits over $500 in May?')?.query ?? null;
    expect(understood('And in June?', first)?.query).toMatchObject({
      measure: 'count',
      amount: { cents: 50_000 },
      period: { firstDay: '2026-06-01', lastDay: '2026-06-30' },
    });
    expect(understood('State the totals.', first)).toBeNull();
  });
});
