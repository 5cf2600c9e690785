/**
 * With how many decimals a percentage above a limit is seen to be above it, 4 at most: 0.504 above 0.5 takes three, because "0.5%
 * (limit 0.5%)" reads as a mistake. `least` for all others.
 */
export function decimalsToShowAbove({
  percent,
  limitPercent,
  least,
}: {
  percent: number;
  limitPercent: number;
  least: 1 | 2;
}): number {
  const isSeen = (places: number) => Number(percent.toFixed(places)) > limitPercent;
  return [1, 2, 3, 4].find((places) => places >= least && isSeen(places)) ?? least;
}

/** A percentage with one decimal, or with as many as it takes to be seen above the limit. */
export function formatPercentAbove(percent: number, limitPercent: number): string {
  return `${percent.toFixed(decimalsToShowAbove({ percent, limitPercent, least: 1 }))}%`;
}

/**
 * How Nacha groups the reasons for which debits come back. Unauthorized: the receiver did not agree to the debit, or not
 * like this. Administrative: account closed, not found or invalid. All reasons together make the overall rate.
 * Source: Nacha Operating Rules, return rate levels.
 */
export const UNAUTHORIZED_RETURN_CODES = ['R05', 'R07', 'R10', 'R11', 'R29', 'R51'] as const;
export const ADMINISTRATIVE_RETURN_CODES = ['R02', 'R03', 'R04'] as const;

export type ReturnGroup = 'unauthorized' | 'administrative' | 'other';

const GROUPS: ReadonlyMap<string, ReturnGroup> = new Map<string, ReturnGroup>([
  ...UNAUTHORIZED_RETURN_CODES.map((code) => [code, 'unauthorized'] as const),
  ...ADMINISTRATIVE_RETURN_CODES.map((code) => [code, 'administrative'] as const),
]);

/** The group of a return reason code; `other` for all other codes and for a return that names none. */
export function returnGroupOf(reasonCode: string | null): ReturnGroup {
  return GROUPS.get(reasonCode ?? '') ?? 'other';
}

/** Days before `asOf` over which returns and debits are counted (Nacha: 60 days or two calendar months). */
export const RETURN_RATE_DAYS = 60;

/** A company's debits of 60 days and those that came back. */
export interface ReturnTally {
  /** Debit entries, those that came back included. */
  debits: number;
  /** Debits that came back as unauthorized, see `UNAUTHORIZED_RETURN_CODES`. */
  unauthorized: number;
  /** Debits that came back for administrative reasons, see `ADMINISTRATIVE_RETURN_CODES`. */
  administrative: number;
  /** Debits that came back for any reason, the other two groups included; class RCK does not count. */
  all: number;
}

export type ReturnRateName = 'unauthorized' | 'administrative' | 'overall';

interface ReturnRateLimit {
  /** What Nacha allows, percent of the debits. */
  limitPercent: number;
  /**
   * Returns that it takes besides. The bank of the originator counts over all receiving banks; a credit union sees a slice
   * of it, in which one return of a hundred debits proves nothing.
   */
  leastReturns: number;
  /** Reason codes that count; null for all. */
  codes: readonly string[] | null;
}

/** Nacha Operating Rules, return rate levels, in force since 2015-09-18. */
export const RETURN_RATE_LIMITS: Readonly<Record<ReturnRateName, ReturnRateLimit>> = {
  unauthorized: { limitPercent: 0.5, leastReturns: 3, codes: UNAUTHORIZED_RETURN_CODES },
  administrative: { limitPercent: 3, leastReturns: 5, codes: ADMINISTRATIVE_RETURN_CODES },
  overall: { limitPercent: 15, leastReturns: 5, codes: null },
};

export interface ReturnRate {
  returns: number;
  debits: number;
  /** Percent, 0 to 100; null without debits. */
  percent: number | null;
  limitPercent: number;
  /** Above the limit, with enough returns to say so. */
  isAbove: boolean;
}

/**
 * Unauthorized, administrative and overall return rate: `100 x returns / debits`. A rate is above its limit when it is
 * greater (not equal) and rests on enough returns. Returns whose debits the ledger does not hold count as debits too, so
 * that no rate exceeds 100.
 */
export function returnRates(tally: ReturnTally): Record<ReturnRateName, ReturnRate> {
  const debits = Math.max(tally.debits, tally.all);
  const rateOf = (name: ReturnRateName, returns: number): ReturnRate => {
    const { limitPercent, leastReturns } = RETURN_RATE_LIMITS[name];
    return {
      returns,
      debits,
      percent: debits === 0 ? null : (100 * returns) / debits,
      limitPercent,
      // Both sides are exact: a rate of 0.5 % on the spot is not above 0.5 %.
      isAbove: returns >= leastReturns && 100 * returns > limitPercent * debits,
    };
  };
  return {
    unauthorized: rateOf('unauthorized', tally.unauthorized),
    administrative: rateOf('administrative', tally.administrative),
    overall: rateOf('overall', tally.all),
  };
}
