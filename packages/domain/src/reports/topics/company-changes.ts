import type { Cents } from '../../money/cents.ts';

/** A company that came or went, with its money of the period in which it was there. */
export interface ChangedCompany {
  company: string;
  cents: Cents;
  entries: number;
  /** Accounts with entries of it. */
  members: number;
}

/** Companies that are news: members' pay that stopped, and somebody unknown who collects. */
export interface CompanyChanges {
  /** Paid several members for long, and nothing in this period; the largest first. */
  stoppedPaying: ChangedCompany[];
  /** Seen for the first time in this period, and collected from several members; the largest first. */
  beganCollecting: ChangedCompany[];
}

export const NO_COMPANY_CHANGES: CompanyChanges = { stoppedPaying: [], beganCollecting: [] };

/** One member's payer may be a buyer or a lender; from so many members and payments on a company that stops is news. */
export const LEAST_MEMBERS = 3;
/** Who was first seen less long before the period is no regular payer. */
export const REGULAR_AFTER_DAYS = 60;
/** A regular payer paid in so many of the months that these days before the period touch. */
export const REGULAR_DAYS = 180;
export const REGULAR_MONTHS = 3;
