import type { ReviewOutcome } from '@clearwatch/contracts/alerts';
import type { AlertStep } from '@clearwatch/contracts/alerts.dto';

const OUTCOMES: Record<ReviewOutcome, string> = {
  false_positive: 'False positive',
  explained: 'Explained',
  suspicious: 'Suspicious',
  escalated: 'Escalated',
};

export function outcomeWords(outcome: ReviewOutcome | null): string {
  return outcome === null ? 'Outcome not stated' : OUTCOMES[outcome];
}

export const STEP_WORDS: Record<AlertStep, string> = {
  reviewed: 'Reviewed',
  reopened: 'Reopened',
  assigned: 'Taken on',
  released: 'Given back',
};
