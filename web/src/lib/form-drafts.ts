import { useState } from 'react';

const DRAFT_PREFIX = 'clearwatch.draft.';

/** What can be begun and left unsaved, as a question about it says it. */
const DRAFT_DESCRIPTIONS = {
  alert: 'a decision on an alert',
  bulk: 'a decision on several alerts',
  reopen: 'the reason for reopening an alert',
  silence: 'a silence of a rule',
  suppression: 'a suppression of a rule',
  document: 'corrections of a document',
  institution: 'changes of the institution profile',
  mapping: 'the columns of a CSV file',
  notifications: 'changes of the notifications',
  policy: 'changes of the detection policy',
  policyReason: 'the reason for changes of the detection policy',
  report: 'what a report is to be about',
  user: 'a new user',
} as const;

export type DraftKind = keyof typeof DRAFT_DESCRIPTIONS;
/** The kind, and where there may be several what it is about: an id, never a name. */
type DraftName = DraftKind | `${DraftKind}.${number}`;

/** Text that is not saved yet, kept by this tab so that a reload does not lose it. @returns null: none */
export function readDraft(name: DraftName): string | null {
  return sessionStorage.getItem(DRAFT_PREFIX + name);
}

/** @param text null: there is nothing to keep any more */
export function storeDraft(name: DraftName, text: string | null): void {
  if (text === null) {
    sessionStorage.removeItem(DRAFT_PREFIX + name);
    return;
  }
  try {
    sessionStorage.setItem(DRAFT_PREFIX + name, text);
  } catch {
    // The browser's room is full: the form still holds the text, only a reload would lose it.
  }
}

/** What is begun and not saved in this tab, each kind once. */
export function describeDrafts(): string[] {
  const kinds = draftNames().map((name) => name.split('.')[0] as DraftKind);
  return [...new Set(kinds)].flatMap((kind) => DRAFT_DESCRIPTIONS[kind] ?? []);
}

/** Drafts speak of members: none outlives the session in which it was written. */
export function clearDrafts(): void {
  for (const name of draftNames()) sessionStorage.removeItem(DRAFT_PREFIX + name);
}

let suspended: { userId: number; drafts: [name: string, text: string][] } | null = null;

/**
 * The session has ended under its user: drafts leave the browser's storage and wait in the memory of this page alone, which
 * no reload outlives, for the same person to sign in again.
 */
export function suspendDrafts(userId: number): void {
  suspended = {
    userId,
    drafts: draftNames().map((name) => [name, sessionStorage.getItem(DRAFT_PREFIX + name) ?? '']),
  };
  clearDrafts();
}

/** Somebody has signed in. What another person had begun is gone for good. */
export function restoreDrafts(userId: number): void {
  const drafts = suspended?.userId === userId ? suspended.drafts : [];
  suspended = null;
  for (const [name, text] of drafts) storeDraft(name as DraftName, text);
}

function draftNames(): string[] {
  return Object.keys(sessionStorage).flatMap((key) =>
    key.startsWith(DRAFT_PREFIX) ? [key.slice(DRAFT_PREFIX.length)] : [],
  );
}

interface DraftShape<Value> {
  /** Nothing begun: that is not kept. */
  empty: Value;
  /** What this tab holds may come from another version, or from nobody knows where: null when it makes no sense. */
  read: (stored: Readonly<Record<string, unknown>>) => Value | null;
  /** What nobody would miss is not kept either. */
  isNothing?: (value: Value) => boolean;
}

export interface DraftState<Value> {
  value: Value;
  change: (value: Value) => void;
  /** Saved, or given up. */
  forget: () => void;
}

/** A form's text that a reload, or signing in again, does not lose. Never for passwords. */
export function useDraft<Value>(name: DraftName, shape: DraftShape<Value>): DraftState<Value> {
  const { empty, read, isNothing } = shape;
  const [value, setValue] = useState(() => parseDraft(readDraft(name), read) ?? empty);
  const nothing = JSON.stringify(empty);
  const change = (next: Value): void => {
    setValue(next);
    const text = JSON.stringify(next);
    storeDraft(name, text === nothing || isNothing?.(next) ? null : text);
  };
  return { value, change, forget: () => change(empty) };
}

/** @returns null: nothing is stored, or nothing that could be read */
export function parseDraft<Value>(text: string | null, read: DraftShape<Value>['read']): Value | null {
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    return typeof stored === 'object' && stored !== null ? read(stored as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** A text of a stored draft; whatever else stands there is none. */
export function readDraftText(stored: Readonly<Record<string, unknown>>, name: string): string {
  const text = stored[name];
  return typeof text === 'string' ? text : '';
}
