import { REVIEW_OUTCOMES, type ReviewOutcome } from '@clearwatch/contracts/fraud/review-outcome';
import { useState } from 'react';
import { keepDraft, readDraft } from '../../../drafts/drafts.ts';

/** A decision that is being written. */
export interface Draft {
  outcome: ReviewOutcome | null;
  note: string;
}

const EMPTY: Draft = { outcome: null, note: '' };
const nameOf = (alertId: number): string => `alert.${alertId}`;

/** What was chosen and written about the alert but not saved; a reload of the page keeps it. */
export function useDraft(alertId: number): [Draft, (draft: Draft) => void, () => void] {
  const [draft, setDraft] = useState(() => parseDraft(readDraft(nameOf(alertId))));
  const change = (changed: Draft): void => {
    setDraft(changed);
    const isEmpty = changed.outcome === null && changed.note === '';
    keepDraft(nameOf(alertId), isEmpty ? null : JSON.stringify(changed));
  };
  return [draft, change, () => change(EMPTY)];
}

/** What this tab holds may come from another version, or from nobody knows where. */
export function parseDraft(text: string | null): Draft {
  if (text === null) return EMPTY;
  try {
    const { outcome, note } = JSON.parse(text) as Partial<Record<keyof Draft, unknown>>;
    return {
      outcome: REVIEW_OUTCOMES.find((known) => known === outcome) ?? null,
      note: typeof note === 'string' ? note : '',
    };
  } catch {
    return EMPTY;
  }
}
