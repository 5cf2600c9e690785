import type { ReviewOutcome } from '@clearwatch/contracts/fraud/review-outcome';
import type { RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import type { Day } from '../../calendar/day.ts';
import type { Cents } from '../../money/cents.ts';

/** How many alerts are alike in all of this. */
export interface AlertGroup {
  activityType: string;
  riskLevel: RiskLevel;
  reviewed: boolean;
  outcome: ReviewOutcome | null;
  alerts: number;
}

export interface NotedAlert {
  id: number;
  activityType: string;
  riskLevel: RiskLevel;
  reviewed: boolean;
  outcome: ReviewOutcome | null;
  memberName: string;
  accountNumber: string;
  amountCents: Cents;
  /** Day of the entry that completed it. */
  day: Day;
}

/** Alerts whose day is in the period, as they stand now. */
export interface Alerts {
  groups: AlertGroup[];
  /** Of the period before. */
  before: AlertGroup[];
  /** Open ones first, then the riskiest, then the largest. */
  serious: NotedAlert[];
  /** Unreviewed alerts of all time. */
  open: { alerts: number; high: number; oldestDay: Day | null };
}
