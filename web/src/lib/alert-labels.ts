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
  false_positive: 'The rule was wrong. Counts toward its false-positive rate.',
  explained: 'Unusual, but with a legitimate reason. Counts toward the rule’s false-positive rate.',
  suspicious:
    'A suspicious activity report may be due. To be safe, the 30-day deadline is counted from the alert date.',
  escalated:
    'Referred to another reviewer. If a suspicious activity report is due, its 30-day deadline is counted from the alert date.',
};

/** Distinguishes the buttons of different alerts for screen readers. */
export const alertName = ({ activityType, memberName }: UnusualActivity): string =>
  `${activityLabel(activityType)}, ${memberName}`;

/** No numbers here: the limits are in the detection policy. */
export const RULE_DESCRIPTIONS: Record<ActivityType, string> = {
  velocity_anomaly: 'activity far above the account’s usual pace',
  test_then_large: 'a small test debit, then a large debit by the same company',
  structuring: 'several credits just below the reporting threshold',
  round_amount_structuring: 'several round-dollar credits below the reporting threshold',
  account_takeover: 'an established account drained to new destinations',
  new_companies: 'many first-time companies on an established account',
  timing_anomaly: 'debits at night or on non-banking days',
  weekend_only: 'a company that posts only on weekends',
  kiting_pattern: 'near-equal transfers back and forth',
  reversal_pattern: 'the same amount paid and reversed repeatedly',
  unauthorized_ach: 'unauthorized returns, or one new company on many accounts at the same time',
  multiple_companies: 'many first-time companies debiting one account',
  bec_pattern: 'a vendor payment or payroll sent to the wrong account, or a look-alike sender',
  urgency_flag: 'urgent wording in a payment description',
  mule_activity: 'new money that leaves again within days',
  high_volume_mule: 'many senders, with most of the money sent out again',
  dormant_reactivation: 'activity after a long period without any',
  high_risk_pattern: 'debits concentrated on high-risk companies',
  large_credit: 'a credit far larger than usual for the account',
  frequent_debits: 'unusually many debits on one day',
  unusual_pattern: 'an unusual amount from a known company',
};
