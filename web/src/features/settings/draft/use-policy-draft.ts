import type { Sensitivity } from '@clearwatch/contracts/detection-policy';
import type { DetectionPolicyView } from '@clearwatch/contracts/detection-policy.dto';
import { useMemo, useState } from 'react';
import { useDraft } from '../../../drafts/use-draft.ts';
import { type DraftPolicy, draftOf } from './draft-policy.ts';
import {
  editsOf,
  editsTowards,
  editsTowardsDefaults,
  hasEdits,
  NO_EDITS,
  numberKey,
  type PolicyEdits,
} from './policy-edits.ts';
import { readEdits } from './read-edits.ts';

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
  giveWay: () => void;
}

/**
 * Unsaved edits of the policy in force. Without any the screen follows whatever is saved elsewhere; with some it stays with the
 * version they were made on, and says that there is another.
 */
export function usePolicyDraft(inForce: DetectionPolicyView): PolicyDraft {
  const [base, setBase] = useState(inForce);
  const { value: kept, change: setEdits } = useDraft('policy', { empty: NO_EDITS, read: readEdits });
  // After a reload they may be edits of a policy that says the same by now.
  const edits = useMemo(() => editsOf(base, kept), [base, kept]);
  const isEdited = hasEdits(edits);
  if (base !== inForce && (!isEdited || base.version === inForce.version)) setBase(inForce);

  const edit = (part: Partial<PolicyEdits>): void => setEdits(editsOf(base, Object.assign({}, edits, part)));
  const goOnFrom = (policy: DetectionPolicyView, kept: PolicyEdits): void => {
    setBase(policy);
    setEdits(editsOf(policy, kept));
  };
  return {
    base,
    edits,
    draft: useMemo(() => draftOf(base, edits), [base, edits]),
    isEdited,
    newer: isEdited && inForce.version > base.version ? inForce : null,
    setSensitivity: (sensitivity) => edit({ sensitivity }),
    setNumber: (activityType, name, text) =>
      edit({ numbers: { ...edits.numbers, [numberKey(activityType, name)]: text } }),
    setSwitch: (activityType, reason) => edit({ switches: { ...edits.switches, [activityType]: reason } }),
    discard: () => setEdits(NO_EDITS),
    resetToDefaults: () => setEdits(editsTowardsDefaults(base)),
    startFrom: (policy) => setEdits(editsTowards(base, policy)),
    carryOver: () => goOnFrom(inForce, edits),
    giveWay: () => goOnFrom(inForce, NO_EDITS),
  };
}
