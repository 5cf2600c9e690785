/** The activity types in the detection catalog, grouped as the screens show them (spec section 3). */
export const ACTIVITY_CATEGORIES = {
  velocity_anomaly: 'Velocity & Testing',
  test_then_large: 'Velocity & Testing',
  structuring: 'Structuring',
  round_amount_structuring: 'Structuring',
  account_takeover: 'Account Takeover',
  new_companies: 'Account Takeover',
  timing_anomaly: 'Account Takeover',
  weekend_only: 'Account Takeover',
  kiting_pattern: 'Kiting & Manipulation',
  reversal_pattern: 'Kiting & Manipulation',
  unauthorized_ach: 'Unauthorized ACH',
  multiple_companies: 'Unauthorized ACH',
  bec_pattern: 'Business Email Compromise',
  urgency_flag: 'Business Email Compromise',
  mule_activity: 'Money Mule Activity',
  high_volume_mule: 'Money Mule Activity',
  dormant_reactivation: 'Dormant Account Activity',
  high_risk_pattern: 'High-Risk Transactions',
  large_credit: 'Other Patterns',
  frequent_debits: 'Other Patterns',
  unusual_pattern: 'Other Patterns',
} as const;

export type ActivityType = keyof typeof ACTIVITY_CATEGORIES;
export type ActivityCategory = (typeof ACTIVITY_CATEGORIES)[ActivityType];

export const ACTIVITY_TYPES = Object.keys(ACTIVITY_CATEGORIES) as ActivityType[];

/** @returns "Other Patterns" for an unknown type (spec) */
export function categoryOf(activityType: string): ActivityCategory {
  return Object.hasOwn(ACTIVITY_CATEGORIES, activityType)
    ? ACTIVITY_CATEGORIES[activityType as ActivityType]
    : 'Other Patterns';
}

/** Lowest first: the index is the sort order. */
export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** Everything an examiner needs to repeat the reasoning. Amounts are decimal text ("9500.00"), days ISO dates. */
export interface AlertEvidence {
  rule: RuleReference;
  /** The entry that completed the condition. Later data never changes it. */
  triggerEntryId: string;
  /** Oldest first, including the trigger. */
  entries: EvidenceEntry[];
  figures: EvidenceFigure[];
  baseline: EvidenceBaseline | null;
  window: { firstDay: string; lastDay: string };
  /** Conditions under which the rule would not have raised the alert, one per item. */
  wouldBeSilent: string[];
  companies: EvidenceCompany[];
  /** For structuring only: the member's credits per day and account. */
  dailyTotals: { day: string; accountNumber: string; credits: string }[];
  /** Most important first; empty if the figures are enough. */
  facts: EvidenceFact[];
}

export interface RuleReference {
  activityType: string;
  ruleVersion: number;
  policyVersion: number;
  parameters: { name: string; value: number; unit: string; meaning: string }[];
  sources: string[];
}

export interface EvidenceEntry {
  transactionId: string;
  accountNumber: string;
  company: string;
  day: string;
  amount: string;
  transactionType: 'Credit' | 'Debit';
  /** "Money in", "Probe", "Pair 2"; null if all entries play the same part. */
  part: string | null;
  entryDescription: string | null;
  traceNumber: string | null;
  source: { importId: string; line: number };
}

/** For example, the last normal debit, the receiver's name, a return code, or the share of the money that left. */
export interface EvidenceFact {
  label: string;
  value: string;
  unit: 'USD' | 'count' | 'days' | 'ratio' | 'percent' | 'day' | 'text';
}

/** `met` is always true for the figures in an alert's evidence. */
export interface EvidenceFigure {
  label: string;
  value: string;
  comparison: '>=' | '>' | '<=' | '<';
  threshold: string;
  unit: 'USD' | 'count' | 'days' | 'ratio' | 'percent';
  met: boolean;
}

export interface EvidenceBaseline {
  label: string;
  value: string;
  unit: 'USD' | 'count' | 'days' | 'ratio' | 'percent';
  firstDay: string;
  lastDay: string;
}

export interface EvidenceCompany {
  company: string;
  firstSeenOnAccount: string;
  otherAccounts: number;
}

/** The main columns of an alert. */
export interface AlertHeadline {
  activityType: string;
  riskLevel: RiskLevel;
  accountNumber: string;
  amount: string;
  /** 100 x (observed / baseline - 1), clamped to 999.99; null without a baseline (spec decimal(5,2)). */
  percentageChange: string | null;
  description: string;
}

/** Null on a reviewed alert means that no outcome was chosen. */
export const REVIEW_OUTCOMES = ['false_positive', 'explained', 'suspicious', 'escalated'] as const;
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number];

export const MAX_BULK_REVIEW_ALERTS = 500;
