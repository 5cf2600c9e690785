import type { RiskLevel } from '@clearwatch/contracts/alerts';
import type { Cents } from '../money/cents.ts';
import { RETURN_RATE_LIMITS } from './company-return-rates.ts';

export type PartnershipBand = 'green' | 'blue' | 'yellow' | 'gray';

/** Lowest score for each color; gray below (spec, section 5). */
export const PARTNERSHIP_BAND_FROM = { green: 80, blue: 60, yellow: 40 } as const;

export function partnershipBand(score: number): PartnershipBand {
  if (score >= PARTNERSHIP_BAND_FROM.green) return 'green';
  if (score >= PARTNERSHIP_BAND_FROM.blue) return 'blue';
  return score >= PARTNERSHIP_BAND_FROM.yellow ? 'yellow' : 'gray';
}

/** Maximum points, 100 in total. */
export const SCORE_PARTS = { reach: 30, volume: 25, regularity: 20, tenure: 10, quality: 15 } as const;
export const SCORE_RISK_DEDUCTION: Readonly<Record<RiskLevel, number>> = { low: 0, medium: 15, high: 40 };
/** Members, monthly dollars and months that earn all points. */
export const FULL_REACH_MEMBERS = 50;
export const FULL_VOLUME_DOLLARS = 100_000;
export const FULL_TENURE_MONTHS = 12;
/** Debits count half, so that employers rank above billers. */
export const DEBIT_VOLUME_SHARE = 0.5;

/** Money and regularity cover the last 12 months, returns the last 60 days, all else all time. */
export interface PartnershipFacts {
  members: number;
  /** Credits in an average month (`monthlyAverage`). */
  monthlyCreditCents: Cents;
  monthlyDebitCents: Cents;
  monthsActiveShare: number;
  gapVariation: number | null;
  tenureMonths: number;
  returnRatePercent: number | null;
  riskLevel: RiskLevel;
}

export interface PartnershipScore {
  /** 0 to 100. */
  score: number;
  parts: Record<keyof typeof SCORE_PARTS, number>;
  riskDeduction: number;
}

/** Value of the relationship, a whole number from 0 to 100 (detection catalog, section 8; formula in `METRIC_DEFINITIONS`). */
export function partnershipScore(partnership: PartnershipFacts): PartnershipScore {
  const { monthlyCreditCents, monthlyDebitCents, monthsActiveShare, gapVariation } = partnership;
  const volumeOf = (cents: Cents) => logShare(cents / 100, FULL_VOLUME_DOLLARS);
  const points = {
    reach: SCORE_PARTS.reach * logShare(partnership.members, FULL_REACH_MEMBERS),
    volume:
      SCORE_PARTS.volume * Math.max(volumeOf(monthlyCreditCents), DEBIT_VOLUME_SHARE * volumeOf(monthlyDebitCents)),
    regularity:
      gapVariation === null ? 0 : SCORE_PARTS.regularity * (monthsActiveShare * (1 - clampShare(gapVariation))),
    tenure: SCORE_PARTS.tenure * clampShare(partnership.tenureMonths / FULL_TENURE_MONTHS),
    quality:
      SCORE_PARTS.quality *
      (1 - clampShare((partnership.returnRatePercent ?? 0) / RETURN_RATE_LIMITS.overall.limitPercent)),
  };
  const riskDeduction = SCORE_RISK_DEDUCTION[partnership.riskLevel];
  const sum = Object.values(points).reduce((total, value) => total + value, 0);
  const rounded = Object.entries(points).map(([name, value]) => [name, Math.round(value * 10) / 10]);
  return {
    score: Math.round(Math.max(0, sum - riskDeduction)),
    parts: Object.fromEntries(rounded) as PartnershipScore['parts'],
    riskDeduction,
  };
}

function logShare(value: number, full: number): number {
  return clampShare(Math.log1p(value) / Math.log1p(full));
}

function clampShare(share: number): number {
  return Math.min(1, Math.max(0, share));
}
