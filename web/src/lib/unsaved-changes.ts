import { useEffect, useRef } from 'react';
import { describeDrafts } from './form-drafts.ts';

export interface UnsavedChange {
  /** As the question says it: "changes of the detection policy". */
  what: string;
  /** Whoever leaves gives it up: what is kept of it goes. */
  discard: () => void;
}

let unsavedChanges: readonly UnsavedChange[] = [];
const listeners = new Set<() => void>();

/** Something on this page would be lost by leaving it, until the returned function is called. */
function registerUnsaved(unsaved: UnsavedChange): () => void {
  change([...unsavedChanges, unsaved]);
  return () => change(unsavedChanges.filter((other) => other !== unsaved));
}

/** What leaving this page would lose; the same array until something changes. */
export function unsavedOnPage(): readonly UnsavedChange[] {
  return unsavedChanges;
}

/** What closing the tab or signing out would lose: that, and drafts of pages and drawers that are not open. */
export function unsavedInTab(): string[] {
  return [...new Set([...unsavedChanges.map(({ what }) => what), ...describeDrafts()])];
}

/** Whoever leaves, or has signed out, has said that it may be lost. */
export function discardUnsaved(): void {
  const all = unsavedChanges;
  change([]);
  for (const { discard } of all) discard();
}

export function subscribeToUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly UnsavedChange[]): void {
  unsavedChanges = next;
  for (const listener of listeners) listener();
}

interface UnsavedForm {
  what: string;
  isDirty: boolean;
  discard?: () => void;
}

/** While the form is dirty nobody leaves the page without being asked. */
export function useUnsavedChanges({ what, isDirty, discard }: UnsavedForm): void {
  const latest = useRef(discard);
  useEffect(() => {
    latest.current = discard;
  });
  useEffect(() => {
    if (!isDirty) return;
    return registerUnsaved({ what, discard: () => latest.current?.() });
  }, [what, isDirty]);
}
