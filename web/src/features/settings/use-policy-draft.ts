import { SENSITIVITIES, type Sensitivity } from '@clearwatch/contracts/detection-policy';
import type { DetectionPolicyView } from '@clearwatch/contracts/detection-policy.dto';
import { useMemo, useState } from 'react';
import { useDraft } from '../../lib/form-drafts.ts';
import {
  createPolicyDraft,
  type DraftPolicy,
  editsToReach,
  editsToReachDefaults,
  effectiveEdits,
  hasEdits,
  NO_EDITS,
  numberKey,
  type PolicyEdits,
} from './policy-draft.ts';

/** Edits that this tab has kept, as far as they make sense; null: they do not. */
export function parseStoredEdits(stored: Readonly<Record<string, unknown>>): PolicyEdits | null {
  const sensitivity = SENSITIVITIES.find((known) => known === stored['sensitivity']) ?? null;
  const numbers = parseTexts(stored['numbers']);
  const switches = parseTexts(stored['switches']);
  if (numbers === null || switches === null) return null;
  return {
    sensitivity,
    numbers: Object.fromEntries(numbers.filter((entry): entry is [string, string] => entry[1] !== null)),
    switches: Object.fromEntries(switches),
  };
}

function parseTexts(stored: unknown): [string, string | null][] | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const entries = Object.entries(stored);
  const isText = (entry: [string, unknown]): entry is [string, string | null] =>
    entry[1] === null || typeof entry[1] === 'string';
  return entries.every(isText) ? entries : null;
}

export interface PolicyDraft {
  /** What the edits are based on. */
  base: DetectionPolicyView;
  edits: PolicyEdits;
  draft: DraftPolicy;
  isEdited: boolean;
  /** What somebody else has saved since; null: nothing, or nothing that would matter here. */
  newer: DetectionPolicyView | null;
  setSensitivity: (sensitivity: Sensitivity) => void;
  setNumber: (activityType: string, name: string, text: string) => void;
  /** @param reason null: the rule is on */
  setSwitch: (activityType: string, reason: string | null) => void;
  /** Back to what is saved. */
  discard: () => void;
  resetToDefaults: () => void;
  /** Edits that make of the policy in force what an older version said. */
  startFrom: (policy: DetectionPolicyView) => void;
  /** Goes on from what somebody else saved, with the own edits on top. */
  carryOver: () => void;
  /** Goes on from what somebody else saved, without the own edits. */
  discardOwn: () => void;
}

/**
 * Unsaved edits of the policy in force. Without any the screen follows whatever is saved elsewhere; with some it stays with the
 * version they were made on, and says that there is another.
 */
export function usePolicyDraft(inForce: DetectionPolicyView): PolicyDraft {
  const [base, setBase] = useState(inForce);
  const { value: stored, change: setEdits } = useDraft('policy', { empty: NO_EDITS, read: parseStoredEdits });
  // After a reload they may be edits of a policy that says the same by now.
  const edits = useMemo(() => effectiveEdits(base, stored), [base, stored]);
  const isEdited = hasEdits(edits);
  if (base !== inForce && (!isEdited || base.version === inForce.version)) setBase(inForce);

  const edit = (part: Partial<PolicyEdits>): void =>
    setEdits(effectiveEdits(base, Object.assign({}, edits, part)));
  const continueFrom = (policy: DetectionPolicyView, stored: PolicyEdits): void => {
    setBase(policy);
    setEdits(effectiveEdits(policy, stored));
  };
  return {
    base,
    edits,
    draft: useMemo(() => createPolicyDraft(base, edits), [base, edits]),
    isEdited,
    newer: isEdited && inForce.version > base.version ? inForce : null,
    setSensitivity: (sensitivity) => edit({ sensitivity }),
    setNumber: (activityType, name, text) =>
      edit({ numbers: { ...edits.numbers, [numberKey(activityType, name)]: text } }),
    setSwitch: (activityType, reason) => edit({ switches: { ...edits.switches, [activityType]: reason } }),
    discard: () => setEdits(NO_EDITS),
    resetToDefaults: () => setEdits(editsToReachDefaults(base)),
    startFrom: (policy) => setEdits(editsToReach(base, policy)),
    carryOver: () => continueFrom(inForce, edits),
    discardOwn: () => continueFrom(inForce, NO_EDITS),
  };
}
