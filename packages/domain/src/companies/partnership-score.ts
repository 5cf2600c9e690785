import type { RiskLevel } from '@clearwatch/contracts/alerts';
import type { Cents } from '../money/cents.ts';
import { RETURN_RATE_LIMITS } from './company-return-rates.ts';

/** Colour of a partnership score. */
export type PartnershipBand = 'green' | 'blue' | 'yellow' | 'gray';

/** The least score of each colour; gray below (spec, section 5). */
export const PARTNERSHIP_BAND_FROM = { green: 80, blue: 60, yellow: 40 } as const;

/** Colour of a score: from 80 green, from 60 blue, from 40 yellow, else gray. */
export function partnershipBand(score: number): PartnershipBand {
  if (score >= PARTNERSHIP_BAND_FROM.green) return 'green';
  if (score >= PARTNERSHIP_BAND_FROM.blue) return 'blue';
  return score >= PARTNERSHIP_BAND_FROM.yellow ? 'yellow' : 'gray';
}

/** Most points of each part; 100 together. */
export const SCORE_PARTS = { reach: 30, volume: 25, regularity: 20, tenure: 10, quality: 15 } as const;
/** Points lost by risk. */
export const SCORE_RISK_DEDUCTION: Readonly<Record<RiskLevel, number>> = { low: 0, medium: 15, high: 40 };
/** Members, monthly dollars and months that give all points of reach, volume and tenure. */
export const FULL_REACH_MEMBERS = 50;
export const FULL_VOLUME_DOLLARS = 100_000;
export const FULL_TENURE_MONTHS = 12;
/** What a dollar collected counts against a dollar paid to members: half, so that employers stand before billers. */
export const DEBIT_VOLUME_SHARE = 0.5;

/** What the score is made of: money and regularity of the last 12 months, returns of the last 60 days, the rest of all time. */
export interface PartnershipFacts {
  /** Accounts with entries of the company. */
  members: number;
  /** Average month, see `monthlyAverage`. */
  monthlyCreditCents: Cents;
  monthlyDebitCents: Cents;
  /** 0 to 1, see `monthsActiveShare`. */
  monthsActiveShare: number;
  /** See `gapVariation`; null with too few batches, which are then not called regular. */
  gapVariation: number | null;
  /** See `tenureMonths`. */
  tenureMonths: number;
  /** Overall return rate in percent, see `returnRates`; null without debits, which nobody sent back. */
  returnRatePercent: number | null;
  riskLevel: RiskLevel;
}

export interface PartnershipScore {
  /** 0 to 100. */
  score: number;
  /** Points of each part with one decimal, for the reader who asks why. */
  parts: Record<keyof typeof SCORE_PARTS, number>;
  riskDeduction: number;
}

/**
 * Value of the relationship with a company, 0 to 100, employers first: reach `30 x ln(1+members)/ln 51`, volume `25 x
 * ln(1+monthly credits in dollars)/ln 100,001`, regularity `20 x share of months active x (1 - variation of the gaps between
 * batches)`, tenure `10 x months/12`, quality `15 x (1 - return rate/15%)`, each ratio held between 0 and 1; minus 15 at
 * medium and 40 at high risk; not below 0, and rounded. Where half the volume points of the monthly debits are
 * more than those of the credits, they count instead (detection catalogue, section 8: debit-only billers count half).
 */
export function partnershipScore(partnership: PartnershipFacts): PartnershipScore {
  const points = {
    reach: SCORE_PARTS.reach * logShare(partnership.members, FULL_REACH_MEMBERS),
    volume: SCORE_PARTS.volume * volumeShare(partnership),
    regularity: SCORE_PARTS.regularity * regularityShare(partnership),
    tenure: SCORE_PARTS.tenure * clampShare(partnership.tenureMonths / FULL_TENURE_MONTHS),
    quality:
      SCORE_PARTS.quality *
      (1 - clampShare((partnership.returnRatePercent ?? 0) / RETURN_RATE_LIMITS.overall.limitPercent)),
  };
  const riskDeduction = SCORE_RISK_DEDUCTION[partnership.riskLevel];
  const sum = points.reach + points.volume + points.regularity + points.tenure + points.quality;
  return {
    score: Math.round(Math.max(0, sum - riskDeduction)),
    parts: {
      reach: oneDecimal(points.reach),
      volume: oneDecimal(points.volume),
      regularity: oneDecimal(points.regularity),
      tenure: oneDecimal(points.tenure),
      quality: oneDecimal(points.quality),
    },
    riskDeduction,
  };
}

function volumeShare({ monthlyCreditCents, monthlyDebitCents }: PartnershipFacts): number {
  const credits = logShare(monthlyCreditCents / 100, FULL_VOLUME_DOLLARS);
  const debits = logShare(monthlyDebitCents / 100, FULL_VOLUME_DOLLARS);
  return Math.max(credits, DEBIT_VOLUME_SHARE * debits);
}

function regularityShare({ monthsActiveShare, gapVariation }: PartnershipFacts): number {
  return gapVariation === null ? 0 : monthsActiveShare * (1 - clampShare(gapVariation));
}

/** `ln(1 + value) / ln(1 + full)`: the first members and dollars count most. */
function logShare(value: number, full: number): number {
  return clampShare(Math.log1p(value) / Math.log1p(full));
}

function clampShare(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function oneDecimal(points: number): number {
  return Math.round(points * 10) / 10;
}
