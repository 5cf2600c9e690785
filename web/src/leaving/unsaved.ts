import { draftsInWords } from '../drafts/drafts.ts';

export interface Unsaved {
  /** As the question says it: "changes of the detection policy". */
  what: string;
  /** Whoever leaves gives it up: what is kept of it goes. */
  giveUp: () => void;
}

let begun: readonly Unsaved[] = [];
const listeners = new Set<() => void>();

/** Something on this page would be lost by leaving it, until the returned function is called. */
export function noteUnsaved(unsaved: Unsaved): () => void {
  change([...begun, unsaved]);
  return () => change(begun.filter((other) => other !== unsaved));
}

/** What leaving this page would lose; the same array until something changes. */
export function unsavedHere(): readonly Unsaved[] {
  return begun;
}

/** What closing the tab or signing out would lose: that, and drafts of pages and drawers that are not open. */
export function unsavedInTab(): string[] {
  return [...new Set([...begun.map(({ what }) => what), ...draftsInWords()])];
}

/** Whoever leaves, or has signed out, has said that it may be lost. */
export function giveUpUnsaved(): void {
  const all = begun;
  change([]);
  for (const { giveUp } of all) giveUp();
}

export function hearUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Unsaved[]): void {
  begun = next;
  for (const listener of listeners) listener();
}
