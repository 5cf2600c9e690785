import type {
  EvidenceBaseline,
  EvidenceFact,
  EvidenceFigure,
} from '@clearwatch/contracts/fraud/alert-evidence';
import type { RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import type { Gone } from '../money-gone.ts';
import type { PreparedEntry } from '../prepared-entry.ts';

/** A payment that may have been sent here by an invented message, in one of the ways the rule knows. */
export interface SuspectPayment {
  kind: 'vendor' | 'payroll' | 'lookAlike';
  payment: PreparedEntry;
  /** Day on which the condition was complete (since 1970-01-01): that of the payment, or later when money has left. */
  completedOn: number;
  riskLevel: RiskLevel;
  /** Where the money went, when that is part of the story. */
  gone: Gone | null;
  /** Put into words only for the payment that begins a case: a hot account may have thousands. */
  statement: () => SuspectStatement;
}

export interface SuspectStatement {
  /** What makes the payment suspect, in plain words that end the sentence "Credit of … from … on …". */
  signs: string;
  figures: EvidenceFigure[];
  facts: EvidenceFact[];
  wouldBeSilent: string[];
  /** Against the median of the company it resembles, which is the baseline; null for the others. */
  percentageChange: string | null;
  baseline: EvidenceBaseline | null;
}
