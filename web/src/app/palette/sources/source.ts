import type { QueryClient } from '@tanstack/react-query';
import type { Entry } from '../entry.ts';

/** Entries shown of each source: whoever wants more goes to the list. */
export const SHOWN = 5;

export interface Finding {
  entries: Entry[];
  /** How many there are in all. */
  total: number;
  /** The list that shows all of them; null where none can. */
  list: string | null;
}

export const NOTHING: Finding = { entries: [], total: 0, list: null };

export interface Question {
  /** Without blanks around it. */
  text: string;
  signal: AbortSignal;
  client: QueryClient;
}

/** Something of the server's that can be searched. A look at a list, not at a member or an entry: nothing is audited. */
export interface Source {
  id: string;
  title: string;
  /** What is said when it could not be asked. */
  failed: string;
  /** Whether a text is long enough, and of a kind, to be looked for here. */
  takes: (text: string) => boolean;
  find: (question: Question) => Promise<Finding>;
}
