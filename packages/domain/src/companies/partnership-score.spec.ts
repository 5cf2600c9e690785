import * as fc from 'fast-check';
import { type PartnershipFacts, partnershipScore } from './partnership-score.ts';

const employer: PartnershipFacts = {
  members: 50,
  monthlyCreditCents: 10_000_000,
  monthlyDebitCents: 0,
  monthsActiveShare: 1,
  gapVariation: 0,
  tenureMonths: 12,
  returnRatePercent: null,
  riskLevel: 'low',
};
const scoreOf = (parts: Partial<PartnershipFacts>) => partnershipScore({ ...employer, ...parts });

const anyPartnership: fc.Arbitrary<PartnershipFacts> = fc.record({
  members: fc.nat(100_000),
  monthlyCreditCents: fc.nat(2_000_000_000),
  monthlyDebitCents: fc.nat(2_000_000_000),
  monthsActiveShare: fc.double({ min: 0, max: 1, noNaN: true }),
  gapVariation: fc.option(fc.double({ min: 0, max: 5, noNaN: true })),
  tenureMonths: fc.double({ min: 0, max: 240, noNaN: true }),
  returnRatePercent: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
  riskLevel: fc.constantFrom('low', 'medium', 'high'),
});

describe('partnership score', () => {
  it('the partnership score is 100 for a large, regular, long-standing employer', () => {
    expect(scoreOf({})).toEqual({
      score: 100,
      parts: { reach: 30, volume: 25, regularity: 20, tenure: 10, quality: 15 },
      riskDeduction: 0,
    });
  });

  it('the partnership score is 15 for a company without activity, because nothing was returned', () => {
    const nothing = { members: 0, monthlyCreditCents: 0, monthsActiveShare: 0, tenureMonths: 0 };
    expect(scoreOf(nothing).score).toBe(15);
  });

  it('the partnership score gives half the volume points to a biller that only collects', () => {
    const biller = scoreOf({ monthlyCreditCents: 0, monthlyDebitCents: 10_000_000 });
    expect(biller.parts.volume).toBe(12.5);
    expect(scoreOf({ monthlyDebitCents: 10_000_000 }).parts.volume).toBe(25);
  });

  it('the first dollars earn the most partnership points: $1,000 gives three fifths of the volume points of $100,000', () => {
    expect(scoreOf({ monthlyCreditCents: 99_900 }).parts.volume).toBe(15);
    expect(scoreOf({ monthlyCreditCents: 0, monthlyDebitCents: 99_900 }).parts.volume).toBe(7.5);
  });

  it('partnership volume points use the greater of credits and half the debits, so one refund does not lower a biller', () => {
    expect(scoreOf({ monthlyCreditCents: 100, monthlyDebitCents: 10_000_000 }).parts.volume).toBe(12.5);
  });

  it('the partnership score weights the first members most', () => {
    expect(scoreOf({ members: 1 }).parts.reach).toBe(5.3);
    expect(scoreOf({ members: 10 }).parts.reach).toBe(18.3);
    expect(scoreOf({ members: 3 })).toMatchObject({ score: 81, parts: { reach: 10.6 } });
    expect(scoreOf({ members: 5000 }).parts.reach).toBe(30);
  });

  it('a company without enough batches gets no regularity points in its partnership score', () => {
    expect(scoreOf({ gapVariation: null }).parts.regularity).toBe(0);
    expect(scoreOf({ gapVariation: 0.25, monthsActiveShare: 0.5 }).parts.regularity).toBe(7.5);
    expect(scoreOf({ gapVariation: 1.4 }).parts.regularity).toBe(0);
  });

  it('the partnership score grows with tenure up to twelve months', () => {
    expect(scoreOf({ tenureMonths: 6 }).parts.tenure).toBe(5);
    expect(scoreOf({ tenureMonths: 60 }).parts.tenure).toBe(10);
  });

  it('the partnership score loses all quality points at returns of 15%', () => {
    expect(scoreOf({ returnRatePercent: 5 }).parts.quality).toBe(10);
    expect(scoreOf({ returnRatePercent: 15 }).parts.quality).toBe(0);
    expect(scoreOf({ returnRatePercent: 80 }).parts.quality).toBe(0);
  });

  it('the partnership score loses 15 points at medium and 40 at high risk, but never falls below zero', () => {
    expect(scoreOf({ riskLevel: 'medium' }).score).toBe(85);
    expect(scoreOf({ riskLevel: 'high' }).score).toBe(60);
    const stranger = { members: 1, monthlyCreditCents: 0, monthsActiveShare: 0, tenureMonths: 0 };
    expect(scoreOf({ ...stranger, riskLevel: 'high' }).score).toBe(0);
  });

  it('the partnership score is a whole number from 0 to 100 whose parts never exceed their maximum', () => {
    fc.assert(
      fc.property(anyPartnership, (partnership) => {
        const { score, parts } = partnershipScore(partnership);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0);
        expect(parts.reach).toBeLessThanOrEqual(30);
        expect(parts.volume).toBeLessThanOrEqual(25);
        expect(parts.regularity).toBeLessThanOrEqual(20);
      }),
    );
  });

  it('the partnership score never falls when a company gains members, credits or months, or loses risk', () => {
    fc.assert(
      fc.property(anyPartnership, fc.nat(1000), (before, more) => {
        const { score } = partnershipScore(before);
        const better: PartnershipFacts[] = [
          { ...before, members: before.members + more },
          { ...before, monthlyCreditCents: before.monthlyCreditCents + more * 1000 },
          { ...before, tenureMonths: before.tenureMonths + more },
          { ...before, returnRatePercent: 0 },
          { ...before, riskLevel: 'low' },
        ];
        for (const after of better) expect(partnershipScore(after).score).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});
