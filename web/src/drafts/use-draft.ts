import { useState } from 'react';
import { type DraftName, keepDraft, readDraft } from './drafts.ts';

interface DraftShape<Value> {
  /** Nothing begun: that is not kept. */
  empty: Value;
  /** What this tab holds may come from another version, or from nobody knows where: null when it makes no sense. */
  read: (stored: Readonly<Record<string, unknown>>) => Value | null;
  /** What nobody would miss is not kept either. */
  isNothing?: (value: Value) => boolean;
}

export interface Drafted<Value> {
  value: Value;
  change: (value: Value) => void;
  /** Saved, or given up. */
  forget: () => void;
}

/** A form's text that a reload, or signing in again, does not lose. Never for passwords. */
export function useDraft<Value>(name: DraftName, shape: DraftShape<Value>): Drafted<Value> {
  const { empty, read, isNothing } = shape;
  const [value, setValue] = useState(() => readStored(readDraft(name), read) ?? empty);
  const nothing = JSON.stringify(empty);
  const change = (next: Value): void => {
    setValue(next);
    const text = JSON.stringify(next);
    keepDraft(name, text === nothing || isNothing?.(next) ? null : text);
  };
  return { value, change, forget: () => change(empty) };
}

/** @returns null: nothing is stored, or nothing that could be read */
export function readStored<Value>(text: string | null, read: DraftShape<Value>['read']): Value | null {
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    return typeof stored === 'object' && stored !== null ? read(stored as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** A text of a stored draft; whatever else stands there is none. */
export function textIn(stored: Readonly<Record<string, unknown>>, name: string): string {
  const text = stored[name];
  return typeof text === 'string' ? text : '';
}
