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

/** @returns null for a stored text of another shape */
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

export interface PolicyEditing {
  mayEdit: boolean;
  /** The version that was edited. */
  base: DetectionPolicyView;
  edits: PolicyEdits;
  draft: DraftPolicy;
  isEdited: boolean;
  /** Saved by somebody else since the first edit; null: none. */
  newer: DetectionPolicyView | null;
  setSensitivity: (sensitivity: Sensitivity) => void;
  setNumber: (activityType: string, name: string, text: string) => void;
  /** @param reason null: the rule is on */
  setSwitch: (activityType: string, reason: string | null) => void;
  discard: () => void;
  resetToDefaults: () => void;
  /** Edits the policy in force until it equals this version. */
  startFrom: (policy: DetectionPolicyView) => void;
  /** Applies the edits to the newer version. */
  carryOver: () => void;
  /** Continues with the newer version without edits. */
  discardOwn: () => void;
}

/**
 * Unsaved edits of the policy in force. Without edits `base` follows the saved version; with edits it stays the version they
 * were made on.
 */
export function usePolicyEditing({
  inForce,
  mayEdit,
}: {
  inForce: DetectionPolicyView;
  mayEdit: boolean;
}): PolicyEditing {
  const [base, setBase] = useState(inForce);
  const { value: stored, change: setEdits } = useDraft('policy', { empty: NO_EDITS, read: parseStoredEdits });
  // After a reload the saved policy may already contain them.
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
    mayEdit,
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
