import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { type DraftKind, useDraft } from '../../lib/form-drafts.ts';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';

/** Changes of a section that are not saved. */
interface StoredDraft<Fields extends object> {
  /** The version that was shown when the first of them was made; null: none was made. */
  basedOn: number | null;
  changes: Partial<Fields>;
}

const NO_CHANGES = { basedOn: null, changes: {} };

/** Leaves out what says the same as is saved. */
export function withoutUnchanged<Fields extends object>(
  changes: Partial<Fields>,
  saved: Fields,
): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(saved[field as keyof Fields]),
    ),
  ) as Partial<Fields>;
}

/**
 * What a tab holds may come from another version: only fields that still exist, with values of their kind.
 * @returns null when it makes no sense
 */
export function parseStoredDraft<Fields extends object>(
  { basedOn, changes }: Readonly<Record<string, unknown>>,
  saved: Fields,
): StoredDraft<Fields> | null {
  if (typeof basedOn !== 'number' || typeof changes !== 'object' || changes === null) return null;
  const known = Object.entries(changes).filter(
    ([field, value]) =>
      Object.hasOwn(saved, field) && isSameKind(value, (saved as Readonly<Record<string, unknown>>)[field]),
  );
  return { basedOn, changes: Object.fromEntries(known) as Partial<Fields> };
}

/** Null stands for a text that is not stated. */
function isSameKind(value: unknown, saved: unknown): boolean {
  if (Array.isArray(saved)) return Array.isArray(value) && value.every((item) => typeof item === 'string');
  const kindOf = (any: unknown): string => (any === null ? 'string' : typeof any);
  return !Array.isArray(value) && kindOf(value) === kindOf(saved);
}

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
  const { value, change, forget } = useDraft<StoredDraft<Fields>>(name, {
    empty: NO_CHANGES,
    read: (stored) => parseStoredDraft(stored, saved.fields),
    isNothing: (draft) => Object.keys(draft.changes).length === 0,
  });
  const changes = withoutUnchanged(value.changes, saved.fields);
  const isChanged = Object.keys(changes).length > 0;
  const basedOn = isChanged ? (value.basedOn ?? saved.version) : saved.version;
  return {
    fields: Object.assign({}, saved.fields, changes),
    changes: Object.keys(changes).length,
    isOvertaken: basedOn !== saved.version,
    change: (part) =>
      change({ basedOn, changes: withoutUnchanged(Object.assign({}, changes, part), saved.fields) }),
    discard: forget,
    carryOver: () => change({ basedOn: saved.version, changes }),
  };
}

/** What a section holds that is not saved. */
export interface UnsavedSection {
  section: string;
  /** As sentences name it: "institution profile". */
  what: string;
  changes: number;
  /** How many of them cannot be saved as they are. */
  problems: number;
  /** What has to be settled before anything can be saved; null: nothing. */
  blocker: string | null;
  discard: () => void;
  /** Saves without asking anything more, and says what was saved; or asks in a dialog of its own. */
  save: { now: () => Promise<unknown> } | { ask: () => void };
  /** What else can be done with the changes. */
  actions?: ReactNode;
}

type ReportUnsaved = (section: string, unsaved: UnsavedSection | null) => void;

const ReportContext = createContext<ReportUnsaved | null>(null);
const UnsavedContext = createContext<readonly UnsavedSection[]>([]);

/** Knows what the sections of the screen hold unsaved, so that one bar can save it all. */
export function UnsavedSectionsProvider({ children }: { children: ReactNode }) {
  const [held, setHeld] = useState<ReadonlyMap<string, UnsavedSection>>(new Map());
  const report = useMemo<ReportUnsaved>(
    () => (section, unsaved) =>
      setHeld((before) => {
        if (unsaved === null && !before.has(section)) return before;
        const next = new Map(before);
        if (unsaved === null) next.delete(section);
        else next.set(section, unsaved);
        return next;
      }),
    [],
  );
  return (
    <ReportContext value={report}>
      <UnsavedContext value={useMemo(() => [...held.values()], [held])}>{children}</UnsavedContext>
    </ReportContext>
  );
}

/** Tells the bar and the question before leaving, at every rendering of the section, what it holds. Whoever calls it does not render again by that. */
export function useReportUnsaved(section: string, unsaved: Omit<UnsavedSection, 'section'> | null): void {
  const report = use(ReportContext);
  if (report === null) throw new Error('useReportUnsaved needs UnsavedSections above it');
  const { what = '', discard } = unsaved ?? {};
  useUnsavedChanges({
    what: `changes of the ${what}`,
    isDirty: unsaved !== null,
    ...(discard !== undefined && { discard }),
  });
  useEffect(() => report(section, unsaved === null ? null : Object.assign({ section }, unsaved)));
  useEffect(() => () => report(section, null), [report, section]);
}

export function useUnsavedSections(): readonly UnsavedSection[] {
  return use(UnsavedContext);
}
