import { useEffect, useRef } from 'react';
import { createStore } from './browser-state.ts';
import { describeDrafts } from './form-drafts.ts';

export interface UnsavedChange {
  what: string;
  discard: () => void;
}

const unsavedChanges = createStore<readonly UnsavedChange[]>([]);

export const useUnsavedOnPage = unsavedChanges.use;
export const unsavedOnPage = unsavedChanges.get;

export const unsavedInTab = (): string[] => [
  ...new Set([...unsavedOnPage().map(({ what }) => what), ...describeDrafts()]),
];

export function discardUnsaved(): void {
  const all = unsavedOnPage();
  unsavedChanges.set([]);
  for (const { discard } of all) discard();
}

type UnsavedForm = { what: string; isDirty: boolean; discard?: () => void };

export function useUnsavedChanges({ what, isDirty, discard }: UnsavedForm): void {
  const latest = useRef(discard);
  useEffect(() => {
    latest.current = discard;
  });
  useEffect(() => {
    if (!isDirty) return;
    const unsaved = { what, discard: () => latest.current?.() };
    unsavedChanges.set([...unsavedOnPage(), unsaved]);
    return () => unsavedChanges.set(unsavedOnPage().filter((other) => other !== unsaved));
  }, [what, isDirty]);
}
