import type { RiskLevel } from './risk-level.ts';

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
