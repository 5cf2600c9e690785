import type { ReviewOutcome } from '@clearwatch/contracts/fraud/review-outcome';

/** What an analyst found, as the screens say it. */
export const OUTCOME_WORDS: Record<ReviewOutcome, string> = {
  false_positive: 'False positive',
  explained: 'Explained',
  suspicious: 'Suspicious',
  escalated: 'Escalated',
};

/** What follows from each. */
export const OUTCOME_CONSEQUENCES: Record<ReviewOutcome, string> = {
  false_positive: 'The rule was wrong here. Counts in its false-positive rate.',
  explained: 'Unusual, but with an innocent reason. Counts in the rule’s false-positive rate.',
  suspicious: 'Starts the 30 days for a suspicious activity report, counted from detection.',
  escalated: 'Handed on to be decided. The 30 days for a suspicious activity report run from detection.',
};
