import { ADMINISTRATIVE_RETURN_CODES, UNAUTHORIZED_RETURN_CODES } from './return-group.ts';

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
