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
