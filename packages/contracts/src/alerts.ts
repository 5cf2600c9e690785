/** The activity types of the detection catalogue, grouped as the screens show them (spec section 3). */
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

/** The category an alert is shown under; a type this version does not know belongs to "Other Patterns" (spec). */
export function categoryOf(activityType: string): ActivityCategory {
  return Object.hasOwn(ACTIVITY_CATEGORIES, activityType)
    ? ACTIVITY_CATEGORIES[activityType as ActivityType]
    : 'Other Patterns';
}

/** Risk of an alert, a member or a company, lowest first, so that the index is the sort order. */
export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/**
 * Why an alert was raised, frozen at the moment it was raised. Everything an examiner needs to repeat the
 * reasoning without the program: entries, figures against thresholds, the member's normal and the rule's source.
 * Amounts are decimal text ("9500.00"), days are ISO dates ("2026-03-02").
 */
export interface AlertEvidence {
  rule: RuleReference;
  /** The entry that first completed the condition. Data added later cannot move it. */
  triggerEntryId: string;
  /** All entries inside the window, oldest first, the trigger among them. */
  entries: EvidenceEntry[];
  figures: EvidenceFigure[];
  baseline: EvidenceBaseline | null;
  window: { firstDay: string; lastDay: string };
  /** Plain sentences: what would have kept the rule silent. */
  wouldBeSilent: string[];
  /** Companies among the entries: when this account first met them and how many other accounts use them. */
  companies: EvidenceCompany[];
  /** For structuring: credits per day and account of the member. Empty for other rules. */
  dailyTotals: { day: string; accountNumber: string; credits: string }[];
  /** What else the rule looked at, in the order of importance; empty when the figures say all. */
  facts: EvidenceFact[];
}

export interface RuleReference {
  activityType: string;
  ruleVersion: number;
  policyVersion: number;
  /** The parameters in force, by name, with their unit. */
  parameters: { name: string; value: number; unit: string; meaning: string }[];
  /** Regulations and guidance the rule follows. */
  sources: string[];
}

export interface EvidenceEntry {
  transactionId: string;
  accountNumber: string;
  company: string;
  day: string;
  amount: string;
  transactionType: 'Credit' | 'Debit';
  /** What the entry is in the pattern, in plain words ("Money in", "Probe", "Pair 2"); null when all are alike. */
  part: string | null;
  entryDescription: string | null;
  traceNumber: string | null;
  /** Where the entry came from: the import and the line of its file. */
  source: { importId: string; line: number };
}

/**
 * A fact beside the figures: the last normal debit, the receiver's name, a return code, the share that left. Amounts are
 * decimal text, days ISO dates, as everywhere in evidence.
 */
export interface EvidenceFact {
  label: string;
  value: string;
  unit: 'USD' | 'count' | 'days' | 'ratio' | 'percent' | 'day' | 'text';
}

/** One computed figure beside the threshold it had to reach. `met` is always true for the figures that fired. */
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

/** What a detector hands over and the alert row keeps beside the evidence. */
export interface AlertHeadline {
  activityType: string;
  riskLevel: RiskLevel;
  accountNumber: string;
  amount: string;
  /** 100 x (observed / baseline - 1), clamped to 999.99; null without a baseline (spec decimal(5,2)). */
  percentageChange: string | null;
  description: string;
}

/** What an analyst decided about an alert; `null` on the alert means reviewed without a stated outcome. */
export const REVIEW_OUTCOMES = ['false_positive', 'explained', 'suspicious', 'escalated'] as const;
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number];

/** Most alerts that one bulk review names. */
export const MAX_BULK_REVIEW_ALERTS = 500;
