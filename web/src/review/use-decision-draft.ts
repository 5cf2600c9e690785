import { REVIEW_OUTCOMES, type ReviewOutcome } from '@clearwatch/contracts/alerts';
import { type Drafted, textIn, useDraft } from '../drafts/use-draft.ts';

/** A decision that is being written. */
export interface Decision {
  outcome: ReviewOutcome | null;
  note: string;
}

const EMPTY: Decision = { outcome: null, note: '' };

/**
 * What was chosen and written about the alert, in its drawer or a dialog, but not saved; a reload of the page keeps it.
 * @param alertId null: about several alerts
 */
export function useDecisionDraft(alertId: number | null): Drafted<Decision> {
  return useDraft(alertId === null ? 'bulk' : `alert.${alertId}`, { empty: EMPTY, read: readDecision });
}

function readDecision(stored: Readonly<Record<string, unknown>>): Decision {
  return {
    outcome: REVIEW_OUTCOMES.find((known) => known === stored['outcome']) ?? null,
    note: textIn(stored, 'note'),
  };
}
