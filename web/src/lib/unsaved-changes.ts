import { useEffect, useRef } from 'react';
import { describeDrafts } from './form-drafts.ts';

export interface UnsavedChange {
  what: string;
  discard: () => void;
}

let unsavedChanges: readonly UnsavedChange[] = [];
const listeners = new Set<() => void>();

function registerUnsaved(unsaved: UnsavedChange): () => void {
  change([...unsavedChanges, unsaved]);
  return () => change(unsavedChanges.filter((other) => other !== unsaved));
}

export function unsavedOnPage(): readonly UnsavedChange[] {
  return unsavedChanges;
}

export function unsavedInTab(): string[] {
  return [...new Set([...unsavedChanges.map(({ what }) => what), ...describeDrafts()])];
}

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
