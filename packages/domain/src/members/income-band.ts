import type { Cents } from '../money/cents.ts';

/** Monthly income as the filter of the member list groups it, lowest first. */
export const INCOME_BANDS = ['low', 'medium', 'high'] as const;
export type IncomeBand = (typeof INCOME_BANDS)[number];

/** The least monthly income of each band in cents: low under $3,000, high from $7,000 (spec, section 5). */
export const INCOME_BAND_FROM: Readonly<Record<IncomeBand, Cents>> = {
  low: 0,
  medium: 300_000,
  high: 700_000,
};

/** The band of a monthly income: low < $3,000 <= medium < $7,000 <= high. */
export function incomeBand(monthlyIncomeCents: Cents): IncomeBand {
  if (monthlyIncomeCents >= INCOME_BAND_FROM.high) return 'high';
  return monthlyIncomeCents >= INCOME_BAND_FROM.medium ? 'medium' : 'low';
}
