import { addDays, addMonths } from './calendar/day.ts';
import { monthsActiveShare } from './companies/company-activity.ts';
import { type ReturnTally, returnGroupOf, returnRates } from './companies/company-return-rates.ts';
import { type CompanyFacts, companyRisk } from './companies/company-risk.ts';
import { type PartnershipFacts, partnershipBand, partnershipScore } from './companies/partnership-score.ts';
import { type DefinedMetric, METRIC_DEFINITIONS } from './metric-definitions.ts';
import { numberAfter } from './testing/number-after.ts';

const numberIn = (figure: DefinedMetric, words: string) => numberAfter(METRIC_DEFINITIONS[figure].formula, words);
const ofScore = (words: string) => numberIn('partnershipScore', words);

/** Each test takes the numbers from the text and checks that results change at exactly these numbers. */
describe('return rate definitions', () => {
  it.each([
    ['unauthorizedReturnRate', 'unauthorized', 'unauthorized'],
    ['administrativeReturnRate', 'administrative', 'administrative'],
    ['overallReturnRate', 'overall', 'all'],
  ] as const)(
    'the definition of the %s states when it is above its limit, and which codes count',
    (figure, name, counted) => {
      const limit = numberIn(figure, 'Nacha allows');
      const least = numberIn(figure, 'flagged only with at least');
      const none = { unauthorized: 0, administrative: 0, all: 0 };
      const isAbove = (returns: number, debits: number) =>
        returnRates({ ...none, debits, [counted]: returns })[name].isAbove;
      expect(isAbove(100 * limit, 10_000)).toBe(false);
      expect(isAbove(100 * limit, 9_999)).toBe(true);
      expect([isAbove(least, least), isAbove(least - 1, least - 1)]).toEqual([true, false]);
      // Nacha uses a 60-day period.
      expect(numberIn(figure, 'x 100, over')).toBe(60);
      const codes = METRIC_DEFINITIONS[figure].formula.match(/R\d\d/g) ?? [];
      expect(codes.map(returnGroupOf)).toEqual(codes.map(() => name));
      expect(codes.length > 0).toBe(name !== 'overall');
    },
  );
});

describe('partnership score definition', () => {
  const perfect: PartnershipFacts = {
    members: ofScore('ln(1 + members) / ln') - 1,
    monthlyCreditCents: 100 * (ofScore('monthly credits in dollars) / ln') - 1),
    monthlyDebitCents: 0,
    monthsActiveShare: 1,
    gapVariation: 0,
    tenureMonths: ofScore('x months /'),
    returnRatePercent: 0,
    riskLevel: 'low',
  };
  const partsOf = (partnership: Partial<PartnershipFacts>) => partnershipScore({ ...perfect, ...partnership }).parts;

  it('the definition of the partnership score states the maximum points of each part and what earns them', () => {
    expect(partnershipScore(perfect).score).toBe(100);
    expect(partsOf({})).toEqual({
      reach: ofScore('Reach'),
      volume: ofScore('+ volume'),
      regularity: ofScore('+ regularity'),
      tenure: ofScore('+ tenure'),
      quality: ofScore('+ quality'),
    });
    expect(partsOf({ members: perfect.members - 1 }).reach).toBeLessThan(ofScore('Reach'));
    expect(partsOf({ monthlyCreditCents: 9_000_000 }).volume).toBeLessThan(ofScore('+ volume'));
    expect(partsOf({ tenureMonths: perfect.tenureMonths - 1 }).tenure).toBeLessThan(ofScore('+ tenure'));
  });

  it('the partnership score definition bases its logarithms on one more than the dollars and members for all points', () => {
    expect(METRIC_DEFINITIONS.partnershipScore.formula).toMatch(/ \/ ln 51 .* \/ ln 100,001 /);
  });

  it('the definition of the partnership score states how much debits count', () => {
    const collecting = { monthlyCreditCents: 0, monthlyDebitCents: perfect.monthlyCreditCents };
    expect(partsOf(collecting).volume).toBe(ofScore('+ volume') * ofScore('or debits at'));
  });

  it('the definition of the partnership score states how many months count', () => {
    const months = ofScore('share of the last');
    const shareSince = (back: number) => {
      const batchDays = [`${addMonths('2026-07', -back)}-01`, '2026-06-01'];
      return monthsActiveShare({ batchDays, firstDay: '2020-01-01', asOf: '2026-06-30' });
    };
    expect(shareSince(months)).toBe(2 / months);
    expect(shareSince(months + 1)).toBe(1 / months);
  });

  it('the definition of the partnership score states the return rate that removes all quality points', () => {
    const rate = ofScore('1 - overall return rate /');
    expect(partsOf({ returnRatePercent: rate }).quality).toBe(0);
    expect(partsOf({ returnRatePercent: rate - 1 }).quality).toBeGreaterThan(0);
  });

  it('the definition of the partnership score states the deduction for risk', () => {
    const deductionAt = (riskLevel: 'medium' | 'high') => partnershipScore({ ...perfect, riskLevel }).riskDeduction;
    expect(deductionAt('medium')).toBe(ofScore('minus'));
    expect(deductionAt('high')).toBe(ofScore('for medium and'));
  });

  it('the definition of the partnership score states where the colors change [spec 5.24]', () => {
    const [green, blue, yellow] = [ofScore('Green from'), ofScore('blue from'), ofScore('yellow from')];
    const colors = [green, green - 1, blue, blue - 1, yellow, yellow - 1].map(partnershipBand);
    expect(colors).toEqual(['green', 'blue', 'blue', 'yellow', 'yellow', 'gray']);
  });
});

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
const companyRiskText = (words: string) => numberAfter(METRIC_DEFINITIONS.companyRiskLevel.formula, words);
const levelOf = (facts: Partial<CompanyFacts>) => companyRisk({ ...quiet, ...facts }).riskLevel;
const returning = (counts: Partial<ReturnTally>) => levelOf({ returns: { ...quiet.returns, ...counts } });

/** Each test takes the numbers from the text and checks that results change at exactly these numbers. */
describe('company risk definition', () => {
  it('the definition of a company’s risk states which unauthorized returns make it high', () => {
    const limit = companyRiskText('High: unauthorized returns above');
    expect(returning({ unauthorized: 100 * limit })).toBe('low');
    expect(returning({ unauthorized: 100 * limit + 1 })).toBe('high');
    const least = companyRiskText(`above ${limit}% of debits with at least`);
    expect(returning({ debits: 50, unauthorized: least })).toBe('high');
    expect(returning({ debits: 50, unauthorized: least - 1 })).toBe('low');
    const few = companyRiskText(`at least ${least} returns, or at least`);
    const debits = (100 * few) / companyRiskText(`or at least ${few} returns that are at least`);
    expect(returning({ debits, unauthorized: few })).toBe('high');
    expect(returning({ debits: debits + 1, unauthorized: few })).toBe('low');
  });

  it('the definition of a company’s risk states which first appearance makes it high', () => {
    const least = companyRiskText('debits to at least');
    const share = companyRiskText('of first appearing, if these are at least');
    const arrivals = (debitedAccounts: number, debitedAtOnce: number) =>
      levelOf({ firstDay: addDays(AS_OF, -80), members: 1, debitedAccounts, debitedAtOnce });
    expect([arrivals(least, least), arrivals(least - 1, least - 1)]).toEqual(['high', 'low']);
    expect([arrivals(100, share), arrivals(100, share - 1)]).toEqual(['high', 'low']);
  });

  it('the definition of a company’s risk states how many members with high alerts make it high', () => {
    const least = companyRiskText('high alerts for at least');
    const levels = [least, least - 1].map((membersInHighAlerts) => levelOf({ membersInHighAlerts, members: 1 }));
    expect(levels).toEqual(['high', 'low']);
    const percent = companyRiskText('members, if these are at least');
    const shares = [percent, percent - 1].map((membersInHighAlerts) => levelOf({ membersInHighAlerts, members: 100 }));
    expect(shares).toEqual(['high', 'low']);
  });

  it.each([
    ['administrative', 'administrative returns above'],
    ['all', 'all returns above'],
  ] as const)('the definition of a company’s risk states which %s returns make it medium', (counted, words) => {
    const limit = companyRiskText(words);
    expect(returning({ [counted]: 100 * limit })).toBe('low');
    expect(returning({ [counted]: 100 * limit + 1 })).toBe('medium');
    const least = companyRiskText(`${words} ${limit}% of debits with at least`);
    expect(returning({ debits: 20, [counted]: least - 1 })).toBe('low');
    expect(returning({ debits: 20, [counted]: least })).toBe('medium');
  });

  it('the definition of a company’s risk states which new originators are medium', () => {
    const days = companyRiskText('first seen less than');
    const members = companyRiskText(`${days} days ago with at least`);
    const newcomer = (ago: number, count: number) => levelOf({ firstDay: addDays(AS_OF, -ago), members: count });
    expect(newcomer(days - 1, members)).toBe('medium');
    expect(newcomer(days, members)).toBe('low');
    expect(newcomer(days - 1, members - 1)).toBe('low');
  });

  it('the definition of a company’s risk states which share of debits on weekdays makes it medium', () => {
    const share = companyRiskText('members; less than');
    const least = companyRiskText(`${share}% of debits on weekdays, with at least`);
    expect(levelOf({ debits: 100, weekendDebits: 100 - share })).toBe('low');
    expect(levelOf({ debits: 100, weekendDebits: 101 - share })).toBe('medium');
    expect(levelOf({ debits: least, weekendDebits: least })).toBe('medium');
    expect(levelOf({ debits: least - 1, weekendDebits: least - 1 })).toBe('low');
  });
});

const figures = Object.keys(METRIC_DEFINITIONS) as DefinedMetric[];

describe('figure definitions', () => {
  it.each(figures)('the definition of %s explains it in one or two sentences and states its formula', (figure) => {
    const { label, meaning, formula } = METRIC_DEFINITIONS[figure];
    expect(label).toMatch(/^[A-Z][\w -]+$/);
    expect(meaning.split(/\.(?:\s|$)/).filter(Boolean).length).toBeLessThanOrEqual(2);
    expect(`${meaning}|${formula}`).toMatch(/^[A-Z][^|]*\.\|[A-Z(\d][^|]*\.$/);
    expect(`${meaning}${formula}`).not.toMatch(/undefined|NaN|null|\[object|Infinity|\d\.\d{3,}|\.00/);
  });
});
