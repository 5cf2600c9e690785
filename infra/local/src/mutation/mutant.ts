/** One small change of the code that a test should notice. */
export interface Mutant {
  id: number;
  path: string;
  line: number;
  from: string;
  to: string;
}

/** What of a node is put in its place: program text. */
export type Replacement = string;
