import { addDays } from '../calendar/day.ts';
import type { CompanyFacts } from '../companies/company-facts.ts';
import { companyRisk } from '../companies/company-risk.ts';
import type { ReturnTally } from '../companies/return-rates.ts';
import { COMPANY_DEFINITIONS } from './company-definitions.ts';
import { numberAfter } from './testing/number-after.ts';

const AS_OF = '2026-06-30';
const quiet: CompanyFacts = {
  companyKey: 'CITY WATER UTILITY',
  describedKind: null,
  asOf: AS_OF,
  ledgerFirstDay: '2024-01-02',
  firstDay: '2024-01-05',
  members: 400,
  debitedAccounts: 400,
  debitedAtOnce: 0,
  returns: { debits: 10_000, unauthorized: 0, administrative: 0, all: 0 },
  membersInHighAlerts: 0,
  internationalEntries: 0,
  debits: 1000,
  weekendDebits: 0,
  ledgerWeekendShare: 0,
  amounts: { peakCents: 1, volumeCents: 1000, transactions: 1000 },
};
const said = (words: string) => numberAfter(COMPANY_DEFINITIONS.companyRiskLevel.formula, words);
const levelOf = (facts: Partial<CompanyFacts>) => companyRisk({ ...quiet, ...facts }).riskLevel;
const returning = (counts: Partial<ReturnTally>) => levelOf({ returns: { ...quiet.returns, ...counts } });

/** Each test reads the numbers of the text and sees the computation turn at them. */
describe('what the screens say about a company’s risk', () => {
  it('is which unauthorized returns make it high', () => {
    const limit = said('High: unauthorized returns above');
    expect(returning({ unauthorized: 100 * limit })).toBe('low');
    expect(returning({ unauthorized: 100 * limit + 1 })).toBe('high');
    const least = said(`above ${limit}% with at least`);
    expect(returning({ debits: 50, unauthorized: least })).toBe('high');
    expect(returning({ debits: 50, unauthorized: least - 1 })).toBe('low');
    const few = said(`at least ${least}, or at least`);
    const debits = (100 * few) / said(`or at least ${few} that are`);
    expect(returning({ debits, unauthorized: few })).toBe('high');
    expect(returning({ debits: debits + 1, unauthorized: few })).toBe('low');
  });

  it('is which arrival makes it high', () => {
    const least = said('first debits to at least');
    const share = said(`within ${said('accounts within')} days,`);
    const arriving = (debitedAccounts: number, debitedAtOnce: number) =>
      levelOf({ firstDay: addDays(AS_OF, -80), members: 1, debitedAccounts, debitedAtOnce });
    expect([arriving(least, least), arriving(least - 1, least - 1)]).toEqual(['high', 'low']);
    expect([arriving(100, share), arriving(100, share - 1)]).toEqual(['high', 'low']);
  });

  it('is how many members with high alerts make it high', () => {
    const least = said('high alerts of at least');
    const levels = [least, least - 1].map((membersInHighAlerts) =>
      levelOf({ membersInHighAlerts, members: 1 }),
    );
    expect(levels).toEqual(['high', 'low']);
    const percent = said('members that are');
    const shares = [percent, percent - 1].map((membersInHighAlerts) =>
      levelOf({ membersInHighAlerts, members: 100 }),
    );
    expect(shares).toEqual(['high', 'low']);
  });

  it.each([
    ['administrative', 'administrative returns above'],
    ['all', 'all returns above'],
  ] as const)('is which %s returns make it medium', (counted, words) => {
    const limit = said(words);
    expect(returning({ [counted]: 100 * limit })).toBe('low');
    expect(returning({ [counted]: 100 * limit + 1 })).toBe('medium');
    const least = said(`${words} ${limit}% with at least`);
    expect(returning({ debits: 20, [counted]: least - 1 })).toBe('low');
    expect(returning({ debits: 20, [counted]: least })).toBe('medium');
  });

  it('is which newcomer makes it medium', () => {
    const days = said('first seen less than');
    const members = said(`${days} days ago with at least`);
    const newcomer = (ago: number, count: number) =>
      levelOf({ firstDay: addDays(AS_OF, -ago), members: count });
    expect(newcomer(days - 1, members)).toBe('medium');
    expect(newcomer(days, members)).toBe('low');
    expect(newcomer(days - 1, members - 1)).toBe('low');
  });

  it('is which share of debits on weekdays makes it medium', () => {
    const share = said('members; less than');
    const least = said(`${share}% of at least`);
    expect(levelOf({ debits: 100, weekendDebits: 100 - share })).toBe('low');
    expect(levelOf({ debits: 100, weekendDebits: 101 - share })).toBe('medium');
    expect(levelOf({ debits: least, weekendDebits: least })).toBe('medium');
    expect(levelOf({ debits: least - 1, weekendDebits: least - 1 })).toBe('low');
  });
});
