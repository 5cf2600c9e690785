import type { ActivityType } from '@clearwatch/contracts/fraud/activity-types';
import type { AlertEvidence } from '@clearwatch/contracts/fraud/alert-evidence';
import type { RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import type { Cents } from '../../money/cents.ts';

/** An alert as it stands in the table: what it froze, and what has been made of it since. */
export interface FrozenAlert {
  activityType: ActivityType;
  accountNumber: string;
  triggerEntryId: string;
  /** Grows with the behaviour; evidence does not. */
  amountCents: Cents;
  /** May be a step higher than the rule's own, see `riskAmong`. */
  riskLevel: RiskLevel;
  /** Decimal text, null without a baseline. */
  percentageChange: string | null;
  description: string;
  evidence: AlertEvidence;
}
