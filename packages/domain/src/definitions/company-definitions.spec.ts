import { addMonths } from '../calendar/month.ts';
import { monthsActiveShare } from '../companies/months-active.ts';
import { partnershipBand } from '../companies/partnership-band.ts';
import { type Partnership, partnershipScore } from '../companies/partnership-score.ts';
import { returnGroupOf } from '../companies/return-group.ts';
import { returnRates } from '../companies/return-rates.ts';
import { COMPANY_DEFINITIONS } from './company-definitions.ts';
import { numberAfter } from './testing/number-after.ts';

const said = (figure: keyof typeof COMPANY_DEFINITIONS, words: string) =>
  numberAfter(COMPANY_DEFINITIONS[figure].formula, words);
const ofScore = (words: string) => said('partnershipScore', words);

/** Each test reads the numbers of the text and sees the computation turn at them. */
describe('what the screens say about return rates', () => {
  it.each([
    ['unauthorizedReturnRate', 'unauthorized', 'unauthorized'],
    ['administrativeReturnRate', 'administrative', 'administrative'],
    ['overallReturnRate', 'overall', 'all'],
  ] as const)('is where the %s is above its limit, and which codes count', (figure, name, counted) => {
    const limit = said(figure, 'Nacha allows');
    const least = said(figure, 'flagged above it from');
    const none = { unauthorized: 0, administrative: 0, all: 0 };
    const isAbove = (returns: number, debits: number) =>
      returnRates({ ...none, debits, [counted]: returns })[name].isAbove;
    expect(isAbove(100 * limit, 10_000)).toBe(false);
    expect(isAbove(100 * limit, 9_999)).toBe(true);
    expect([isAbove(least, least), isAbove(least - 1, least - 1)]).toEqual([true, false]);
    // Nacha looks at 60 days.
    expect(said(figure, 'x 100, over')).toBe(60);
    const codes = COMPANY_DEFINITIONS[figure].formula.match(/R\d\d/g) ?? [];
    expect(codes.map(returnGroupOf)).toEqual(codes.map(() => name));
    expect(codes.length > 0).toBe(name !== 'overall');
  });
});

describe('what the screens say about the partnership score', () => {
  const perfect: Partnership = {
    members: ofScore('ln(1 + members) / ln') - 1,
    monthlyCreditCents: 100 * (ofScore('monthly credits in dollars) / ln') - 1),
    monthlyDebitCents: 0,
    monthsActiveShare: 1,
    gapVariation: 0,
    tenureMonths: ofScore('x months /'),
    returnRatePercent: 0,
    riskLevel: 'low',
  };
  const partsOf = (partnership: Partial<Partnership>) =>
    partnershipScore({ ...perfect, ...partnership }).parts;

  it('is the most points of each part, and what they take', () => {
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

  it('is how far the logarithms go: one more than the dollars and members that give all points', () => {
    expect(COMPANY_DEFINITIONS.partnershipScore.formula).toMatch(/ \/ ln 51 .* \/ ln 100,001 /);
  });

  it('is what debits count', () => {
    const collecting = { monthlyCreditCents: 0, monthlyDebitCents: perfect.monthlyCreditCents };
    expect(partsOf(collecting).volume).toBe(ofScore('+ volume') * ofScore('debits instead at'));
  });

  it('is how many months are looked at', () => {
    const months = ofScore('share of the last');
    const shareSince = (back: number) => {
      const batchDays = [`${addMonths('2026-07', -back)}-01`, '2026-06-01'];
      return monthsActiveShare({ batchDays, firstDay: '2020-01-01', asOf: '2026-06-30' });
    };
    expect(shareSince(months)).toBe(2 / months);
    expect(shareSince(months + 1)).toBe(1 / months);
  });

  it('is the return rate at which no quality is left', () => {
    const rate = ofScore('1 - overall return rate /');
    expect(partsOf({ returnRatePercent: rate }).quality).toBe(0);
    expect(partsOf({ returnRatePercent: rate - 1 }).quality).toBeGreaterThan(0);
  });

  it('is what risk costs', () => {
    const deductionAt = (riskLevel: 'medium' | 'high') =>
      partnershipScore({ ...perfect, riskLevel }).riskDeduction;
    expect(deductionAt('medium')).toBe(ofScore('minus'));
    expect(deductionAt('high')).toBe(ofScore('at medium and'));
  });

  it('is where the colours change [spec 5.24]', () => {
    const [green, blue, yellow] = [ofScore('Green from'), ofScore('blue from'), ofScore('yellow from')];
    const colours = [green, green - 1, blue, blue - 1, yellow, yellow - 1].map(partnershipBand);
    expect(colours).toEqual(['green', 'blue', 'blue', 'yellow', 'yellow', 'gray']);
  });
});
