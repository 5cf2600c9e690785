/**
 * Number of decimals, from `least` to 4, that shows a percentage above its limit: "0.5% (limit 0.5%)" would look like
 * an error.
 */
export function decimalsToShowAbove(rate: { percent: number; limitPercent: number; least: 1 | 2 }): number {
  const { percent, limitPercent, least } = rate;
  const isSeen = (places: number) => Number(percent.toFixed(places)) > limitPercent;
  return [1, 2, 3, 4].find((places) => places >= least && isSeen(places)) ?? least;
}

/** With at least one decimal. */
export function formatPercentAbove(percent: number, limitPercent: number): string {
  return `${percent.toFixed(decimalsToShowAbove({ percent, limitPercent, least: 1 }))}%`;
}

/** Nacha Operating Rules, return rate levels. Unauthorized: not authorized by the receiver, or only on other terms. */
export const UNAUTHORIZED_RETURN_CODES = ['R05', 'R07', 'R10', 'R11', 'R29', 'R51'] as const;
export const ADMINISTRATIVE_RETURN_CODES = ['R02', 'R03', 'R04'] as const;

export type ReturnGroup = 'unauthorized' | 'administrative' | 'other';

/** A return without a code is `other`. */
export function returnGroupOf(reasonCode: string | null): ReturnGroup {
  if (UNAUTHORIZED_RETURN_CODES.some((code) => code === reasonCode)) return 'unauthorized';
  return ADMINISTRATIVE_RETURN_CODES.some((code) => code === reasonCode) ? 'administrative' : 'other';
}

/** Days up to `asOf` (Nacha: 60 days or two calendar months). */
export const RETURN_RATE_DAYS = 60;

/** A company's debits and returned debits in 60 days. */
export interface ReturnTally {
  /** Includes returned debits. */
  debits: number;
  unauthorized: number;
  administrative: number;
  /** Returned for any reason, except entries of class RCK. */
  all: number;
}

export type ReturnRateName = 'unauthorized' | 'administrative' | 'overall';

interface ReturnRateLimit {
  /** Percent of the debits. */
  limitPercent: number;
  /** Minimum number of returns for the rate to count, because a credit union sees only some of a company's debits. */
  leastReturns: number;
  /** Null for all codes. */
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
  /** 0 to 100; null without debits. */
  percent: number | null;
  limitPercent: number;
  isAbove: boolean;
}

/** `100 x returns / debits`. Returns of debits outside the ledger also count as debits, so no rate exceeds 100. */
export function returnRates(tally: ReturnTally): Record<ReturnRateName, ReturnRate> {
  const debits = Math.max(tally.debits, tally.all);
  const rateOf = (name: ReturnRateName, returns: number): ReturnRate => {
    const { limitPercent, leastReturns } = RETURN_RATE_LIMITS[name];
    return {
      returns,
      debits,
      percent: debits === 0 ? null : (100 * returns) / debits,
      limitPercent,
      // Multiplies instead of dividing, so that rounding cannot put 0.5% above 0.5%.
      isAbove: returns >= leastReturns && 100 * returns > limitPercent * debits,
    };
  };
  return {
    unauthorized: rateOf('unauthorized', tally.unauthorized),
    administrative: rateOf('administrative', tally.administrative),
    overall: rateOf('overall', tally.all),
  };
}
