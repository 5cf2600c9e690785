import type { ReviewOutcome } from '@clearwatch/contracts/fraud/review-outcome';

/** What an analyst found, as the screens say it. */
export const OUTCOME_WORDS: Record<ReviewOutcome, string> = {
  false_positive: 'False positive',
  explained: 'Explained',
  suspicious: 'Suspicious',
  escalated: 'Escalated',
};

/** The contract's limit for a note. */
export const NOTE_MAX_LENGTH = 4_000;
