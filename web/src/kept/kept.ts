import type { FilterVisibility } from '@clearwatch/contracts/transaction-reports.dto';
import type { QueryKey } from '@tanstack/react-query';
import type { Toast } from '../toasts/toasts.tsx';

/** Something that somebody keeps under a name, for himself or for all colleagues. */
export interface Kept {
  id: number;
  name: string;
  visibility: FilterVisibility;
  owner: string;
  mayChange: boolean;
}

/** What about it is given by hand. */
export type Labels = Pick<Kept, 'name' | 'visibility'>;

/** How things of one kind are kept and what is said of them. */
export interface Keeping<Thing extends Kept> {
  /** Keeps what the screen shows now. */
  save: (labels: Labels) => Promise<Thing>;
  /** The same in the place of one that is kept. */
  replace: (kept: Thing, labels: Labels) => Promise<Thing>;
  relabel: (kept: Thing, labels: Labels) => Promise<Thing>;
  remove: (kept: Thing) => Promise<void>;
  /** What is read again after any of it. */
  outdated: QueryKey[];
  words: KeptWords;
}

export interface KeptWords {
  save: string;
  saved: (name: string) => Toast;
  saveFailed: string;
  /** The name is that of one of one's own. */
  replaces: string;
  manage: string;
  none: string;
  renamed: (before: string, after: string) => Toast;
  renameFailed: string;
  shared: (name: string) => Toast;
  unshared: (name: string, owner: string) => Toast;
  changeFailed: string;
  delete: string;
  deleteQuestion: (name: string, isShared: boolean) => string;
  deleted: (name: string) => Toast;
  deleteFailed: string;
}

/** The server tells names apart without regard to case. */
export function isSameName(name: string, typed: string): boolean {
  return name.toLowerCase() === typed.trim().toLowerCase();
}
