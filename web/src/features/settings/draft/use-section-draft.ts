import type { DraftKind } from '../../../drafts/drafts.ts';
import { useDraft } from '../../../drafts/use-draft.ts';
import { type KeptDraft, NO_CHANGES, readKept, withoutSame } from './kept-draft.ts';

export interface SectionDraft<Fields extends object> {
  /** As they would be saved. */
  fields: Fields;
  changes: number;
  /** Somebody has saved another version since the first of these changes was made. */
  isOvertaken: boolean;
  change: (part: Partial<Fields>) => void;
  /** Back to what is saved. */
  discard: () => void;
  /** Goes on from what somebody else saved, with the own changes on top. */
  carryOver: () => void;
}

/**
 * Unsaved changes of one section, as differences from what is saved; a reload of the page keeps them.
 * @param saved.version that of `saved.fields`; always the same where nobody else can save
 */
export function useSectionDraft<Fields extends object>(
  name: DraftKind,
  saved: { fields: Fields; version: number },
): SectionDraft<Fields> {
  const { value, change, forget } = useDraft<KeptDraft<Fields>>(name, {
    empty: NO_CHANGES,
    read: (stored) => readKept(stored, saved.fields),
    isNothing: (kept) => Object.keys(kept.changes).length === 0,
  });
  const changes = withoutSame(value.changes, saved.fields);
  const isChanged = Object.keys(changes).length > 0;
  const basedOn = isChanged ? (value.basedOn ?? saved.version) : saved.version;
  return {
    fields: Object.assign({}, saved.fields, changes),
    changes: Object.keys(changes).length,
    isOvertaken: basedOn !== saved.version,
    change: (part) =>
      change({ basedOn, changes: withoutSame(Object.assign({}, changes, part), saved.fields) }),
    discard: forget,
    carryOver: () => change({ basedOn: saved.version, changes }),
  };
}
