import type { ActivityType, ReviewOutcome } from '@clearwatch/contracts/alerts';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';

export const REVIEW_OUTCOME_LABELS: Record<ReviewOutcome, string> = {
  false_positive: 'False positive',
  explained: 'Explained',
  suspicious: 'Suspicious',
  escalated: 'Escalated',
};

export const OUTCOME_CONSEQUENCES: Record<ReviewOutcome, string> = {
  false_positive: 'The rule was wrong here. Counts in its false-positive rate.',
  explained: 'Unusual, but with an innocent reason. Counts in the rule’s false-positive rate.',
  suspicious:
    'A suspicious activity report may be due. Its 30 days are counted from the alert, the safe default.',
  escalated:
    'Passed on for a decision. The 30 days for a suspicious activity report are counted from the alert, the safe default.',
};

/** Distinguishes the buttons of different alerts for screen readers. */
export const alertName = ({ activityType, memberName }: UnusualActivity): string =>
  `${activityLabel(activityType)}, ${memberName}`;

/** Limits are in the detection policy. */
export const RULE_DESCRIPTIONS: Record<ActivityType, string> = {
  velocity_anomaly: 'activity far above the account’s own rhythm',
  test_then_large: 'a small probe, then a large debit by the same originator',
  structuring: 'several credits just below the reporting line',
  round_amount_structuring: 'the same in round amounts',
  account_takeover: 'an established account drained to destinations it never used',
  new_companies: 'a burst of first-time billers on a stable account',
  timing_anomaly: 'debits at night or on days without settlement',
  weekend_only: 'an originator that posts on weekends alone',
  kiting_pattern: 'near-equal transfers back and forth',
  reversal_pattern: 'the same amount paid and taken back repeatedly',
  unauthorized_ach: 'returns as unauthorized, or one new company on many accounts at once',
  multiple_companies: 'many first-time companies debiting one account',
  bec_pattern: 'a vendor payment or payroll to the wrong account, or a look-alike sender',
  urgency_flag: 'pressing words in the description of a payment',
  mule_activity: 'new money in and the same out within days',
  high_volume_mule: 'many senders in, most of it out again',
  dormant_reactivation: 'money moving after a long silence',
  high_risk_pattern: 'debits gathering at high-risk originators',
  large_credit: 'a credit far larger than the account is used to',
  frequent_debits: 'unusually many debits on one day',
  unusual_pattern: 'a known company with an amount outside its own history',
};
