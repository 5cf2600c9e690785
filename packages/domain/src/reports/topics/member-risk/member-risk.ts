import type { RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import type { Day } from '../../../calendar/day.ts';
import type { Cents } from '../../../money/cents.ts';
import type { MemberRef } from '../members/member-words.ts';

/** A member at high risk, and the open alerts of high or medium risk that make it so. */
export interface WatchedMember {
  member: MemberRef;
  openHigh: number;
  openMedium: number;
  /** The alert of the largest amount among the riskiest open ones. */
  largest: { alertId: number; activityType: string; amountCents: Cents; day: Day };
  /** Money of the period. */
  creditCents: Cents;
  debitCents: Cents;
}

/** A member whose bills are above its income over twelve months; both of an average month. */
export interface StrainedMember {
  member: MemberRef;
  incomeCents: Cents;
  billsCents: Cents;
}

export interface MemberRisk {
  members: number;
  /** Members by risk level as the ledger ends, and their money in the period. */
  levels: Readonly<Record<RiskLevel, { members: number; creditCents: Cents; debitCents: Cents }>>;
  /** Members with an alert of high or medium risk dated in the period, in the one before, and for the first time. */
  alerted: { now: number; before: number; firstTime: number };
  /** The same by category of alert, the largest now first. */
  categories: readonly { category: string; now: number; before: number }[];
  /** The first of those at high risk, and all their open alerts by id. */
  watched: readonly WatchedMember[];
  watchedAlertIds: readonly number[];
  /** Members with income whose bills are above it (`over`), or above 80% of it (`close`, those over left out). */
  strain: { withIncome: number; over: number; close: number; first: readonly StrainedMember[] };
}
