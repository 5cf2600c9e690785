import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { type DraftKind, useDraft } from '../../lib/form-drafts.ts';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';

interface StoredDraft<Fields extends object> {
  /** The version at the time of the first change; null without changes. */
  basedOn: number | null;
  changes: Partial<Fields>;
}

const NO_CHANGES = { basedOn: null, changes: {} };

export function withoutUnchanged<Fields extends object>(changes: Partial<Fields>, saved: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(saved[field as keyof Fields]),
    ),
  ) as Partial<Fields>;
}

/** Another release may have stored the draft: keeps fields that still have the same type. @returns null if malformed */
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

/** Null counts as text, because it stands for missing text. */
function isSameKind(value: unknown, saved: unknown): boolean {
  if (Array.isArray(saved)) return Array.isArray(value) && value.every((item) => typeof item === 'string');
  const kindOf = (any: unknown): string => (any === null ? 'string' : typeof any);
  return !Array.isArray(value) && kindOf(value) === kindOf(saved);
}

interface SectionDraft<Fields extends object> {
  fields: Fields;
  changes: number;
  /** Another user saved a version after the first of these changes. */
  isOvertaken: boolean;
  change: (part: Partial<Fields>) => void;
  discard: () => void;
  carryOver: () => void;
}

/** Unsaved changes of one section, as differences from the saved fields. They survive a page reload. */
export function useSectionDraft<Fields extends object>(
  name: DraftKind,
  saved: { fields: Fields; version: number },
): SectionDraft<Fields> {
  const { value, change, discard } = useDraft<StoredDraft<Fields>>(name, {
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
    change: (part) => change({ basedOn, changes: withoutUnchanged(Object.assign({}, changes, part), saved.fields) }),
    discard,
    carryOver: () => change({ basedOn: saved.version, changes }),
  };
}

export interface UnsavedSection {
  section: string;
  /** The name within a sentence: "institution profile". */
  what: string;
  changes: number;
  problems: number;
  /** Why the section cannot be saved; null if it can be. */
  blocker: string | null;
  discard: () => void;
  save: { now: () => Promise<unknown> } | { ask: () => void };
  actions?: ReactNode;
}

type ReportUnsaved = (section: string, unsaved: UnsavedSection | null) => void;

const ReportContext = createContext<ReportUnsaved | null>(null);
const UnsavedContext = createContext<readonly UnsavedSection[]>([]);

export function UnsavedSectionsProvider({ children }: { children: ReactNode }) {
  const [sections, setSections] = useState<ReadonlyMap<string, UnsavedSection>>(new Map());
  const report = useMemo<ReportUnsaved>(
    () => (section, unsaved) =>
      setSections((before) => {
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
      <UnsavedContext value={useMemo(() => [...sections.values()], [sections])}>{children}</UnsavedContext>
    </ReportContext>
  );
}

/** Reports to the save bar and the leave guard, without rendering the caller again. */
export function useReportUnsaved(section: string, unsaved: Omit<UnsavedSection, 'section'> | null): void {
  const report = use(ReportContext);
  if (report === null) throw new Error('useReportUnsaved must be used inside UnsavedSectionsProvider');
  const { what = '', discard } = unsaved ?? {};
  useUnsavedChanges({
    what: `changes to the ${what}`,
    isDirty: unsaved !== null,
    ...(discard !== undefined && { discard }),
  });
  useEffect(() => report(section, unsaved === null ? null : Object.assign({ section }, unsaved)));
  useEffect(() => () => report(section, null), [report, section]);
}

export const useUnsavedSections = (): readonly UnsavedSection[] => use(UnsavedContext);
