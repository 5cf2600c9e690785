const PREFIX = 'clearwatch.draft.';

/** What can be begun and left unsaved, as a question about it says it. */
const WORDS = {
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

export type DraftKind = keyof typeof WORDS;
/** The kind, and where there may be several what it is about: an id, never a name. */
export type DraftName = DraftKind | `${DraftKind}.${number}`;

/** Text that is not saved yet, kept by this tab so that a reload does not lose it. @returns null: none */
export function readDraft(name: DraftName): string | null {
  return sessionStorage.getItem(PREFIX + name);
}

/** @param text null: there is nothing to keep any more */
export function keepDraft(name: DraftName, text: string | null): void {
  if (text === null) {
    sessionStorage.removeItem(PREFIX + name);
    return;
  }
  try {
    sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // The browser's room is full: the form still holds the text, only a reload would lose it.
  }
}

/** What is begun and not saved in this tab, each kind once. */
export function draftsInWords(): string[] {
  const kinds = names().map((name) => name.split('.')[0] as DraftKind);
  return [...new Set(kinds)].flatMap((kind) => WORDS[kind] ?? []);
}

/** Drafts speak of members: none outlives the session in which it was written. */
export function forgetDrafts(): void {
  for (const name of names()) sessionStorage.removeItem(PREFIX + name);
}

let aside: { userId: number; drafts: [name: string, text: string][] } | null = null;

/**
 * The session has ended under its user: drafts leave the browser's storage and wait in the memory of this page alone, which
 * no reload outlives, for the same person to sign in again.
 */
export function setDraftsAside(userId: number): void {
  aside = {
    userId,
    drafts: names().map((name) => [name, sessionStorage.getItem(PREFIX + name) ?? '']),
  };
  forgetDrafts();
}

/** Somebody has signed in. What another person had begun is gone for good. */
export function takeDraftsUp(userId: number): void {
  const kept = aside?.userId === userId ? aside.drafts : [];
  aside = null;
  for (const [name, text] of kept) keepDraft(name as DraftName, text);
}

function names(): string[] {
  return Object.keys(sessionStorage).flatMap((key) =>
    key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : [],
  );
}
