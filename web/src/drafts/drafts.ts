const PREFIX = 'clearwatch.draft.';

/** Text that is not saved yet, kept by this tab so that a reload does not lose it. @returns null: none */
export function readDraft(name: string): string | null {
  return sessionStorage.getItem(PREFIX + name);
}

/** @param text null: there is nothing to keep any more */
export function keepDraft(name: string, text: string | null): void {
  if (text === null) sessionStorage.removeItem(PREFIX + name);
  else sessionStorage.setItem(PREFIX + name, text);
}

/** Drafts speak of members: none outlives the session in which it was written. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
}
