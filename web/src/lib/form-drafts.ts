import { useState } from 'react';

const DRAFT_PREFIX = 'clearwatch.draft.';

/** Wording in the confirmation before sign-out. */
const DRAFT_DESCRIPTIONS = {
  alert: 'a review of an alert',
  bulk: 'a review of several alerts',
  reopen: 'the reason for reopening an alert',
  suppression: 'a rule suppression',
  document: 'corrections to a document',
  institution: 'changes to the institution profile',
  mapping: 'the column mapping for a CSV file',
  notifications: 'changes to the notification settings',
  policy: 'changes to the detection policy',
  policyReason: 'the reason for changes to the detection policy',
  report: 'the settings for a report',
  user: 'a new user',
} as const;

export type DraftKind = keyof typeof DRAFT_DESCRIPTIONS;
/** Contains at most an ID, never the name of a member. */
type DraftName = DraftKind | `${DraftKind}.${number}`;

export const readDraft = (name: DraftName): string | null => sessionStorage.getItem(DRAFT_PREFIX + name);

export function storeDraft(name: DraftName, text: string | null): void {
  if (text === null) {
    sessionStorage.removeItem(DRAFT_PREFIX + name);
    return;
  }
  try {
    sessionStorage.setItem(DRAFT_PREFIX + name, text);
  } catch {
    // Storage is full: only a reload would lose the text.
  }
}

export function describeDrafts(): string[] {
  const kinds = draftNames().map((name) => name.split('.')[0] as DraftKind);
  return [...new Set(kinds)].flatMap((kind) => DRAFT_DESCRIPTIONS[kind] ?? []);
}

/** Drafts may name members, so drafts are removed when the session ends. */
export function clearDrafts(): void {
  for (const name of draftNames()) sessionStorage.removeItem(DRAFT_PREFIX + name);
}

let suspended: { userId: number; drafts: [name: string, text: string][] } | null = null;

/** The session ended: drafts move from storage to memory until the same user signs in again. */
export function suspendDrafts(userId: number): void {
  suspended = {
    userId,
    drafts: draftNames().map((name) => [name, sessionStorage.getItem(DRAFT_PREFIX + name) ?? '']),
  };
  clearDrafts();
}

/** Another user's drafts are discarded. */
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
  empty: Value;
  /** Returns null for an invalid draft, which another release may have stored. */
  read: (stored: Readonly<Record<string, unknown>>) => Value | null;
  isNothing?: (value: Value) => boolean;
}

export interface DraftState<Value> {
  value: Value;
  change: (value: Value) => void;
  discard: () => void;
}

/** Survives a reload and signing in again. Never for passwords. */
export function useDraft<Value>(name: DraftName, shape: DraftShape<Value>): DraftState<Value> {
  const { empty, read, isNothing } = shape;
  const [value, setValue] = useState(() => parseDraft(readDraft(name), read) ?? empty);
  const nothing = JSON.stringify(empty);
  const change = (next: Value): void => {
    setValue(next);
    const text = JSON.stringify(next);
    storeDraft(name, text === nothing || isNothing?.(next) ? null : text);
  };
  return { value, change, discard: () => change(empty) };
}

export function parseDraft<Value>(text: string | null, read: DraftShape<Value>['read']): Value | null {
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    return typeof stored === 'object' && stored !== null ? read(stored as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

export function readDraftText(stored: Readonly<Record<string, unknown>>, name: string): string {
  const text = stored[name];
  return typeof text === 'string' ? text : '';
}
