import type { ReviewOutcome } from '@clearwatch/contracts/alerts';

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
  suspicious:
    'A suspicious activity report may be due. Its 30 days are counted from the alert, the safe default.',
  escalated:
    'Passed on for a decision. The 30 days for a suspicious activity report are counted from the alert, the safe default.',
};
