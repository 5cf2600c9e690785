import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useUnsaved } from '../../../leaving/use-unsaved.ts';

/** What a section holds that is not saved. */
export interface Unsaved {
  section: string;
  /** As sentences name it: "institution profile". */
  what: string;
  changes: number;
  /** How many of them cannot be saved as they are. */
  problems: number;
  /** What has to be settled before anything can be saved; null: nothing. */
  hindrance: string | null;
  discard: () => void;
  /** Saves without asking anything more, and says what was saved; or asks in a dialog of its own. */
  save: { now: () => Promise<unknown> } | { ask: () => void };
  /** What else can be done with the changes. */
  actions?: ReactNode;
}

type Report = (section: string, unsaved: Unsaved | null) => void;

const ReportContext = createContext<Report | null>(null);
const UnsavedContext = createContext<readonly Unsaved[]>([]);

/** Knows what the sections of the screen hold unsaved, so that one bar can save it all. */
export function UnsavedSections({ children }: { children: ReactNode }) {
  const [held, setHeld] = useState<ReadonlyMap<string, Unsaved>>(new Map());
  const report = useMemo<Report>(
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
export function useReportUnsaved(section: string, unsaved: Omit<Unsaved, 'section'> | null): void {
  const report = use(ReportContext);
  if (report === null) throw new Error('useReportUnsaved needs UnsavedSections above it');
  const { what = '', discard } = unsaved ?? {};
  useUnsaved({
    what: `changes of the ${what}`,
    isDirty: unsaved !== null,
    ...(discard !== undefined && { giveUp: discard }),
  });
  useEffect(() => report(section, unsaved === null ? null : Object.assign({ section }, unsaved)));
  useEffect(() => () => report(section, null), [report, section]);
}

export function useUnsavedSections(): readonly Unsaved[] {
  return use(UnsavedContext);
}
