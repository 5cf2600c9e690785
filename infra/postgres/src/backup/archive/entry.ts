import type { Totals } from '../database/totals.ts';

/** What stands in an archive, in this order. Its content follows each head, and its tail follows the content. */
export type EntryHead =
  /** First: what the archive is. Content: a `Manifest`. */
  | { kind: 'manifest' }
  /** Content: `BackedUpKeys`. */
  | { kind: 'keys' }
  /** A picture of a page of a document, under its path below `documents`. */
  | { kind: 'picture'; path: string }
  /** Rows of a table as COPY writes them in text; tables that others refer to come first. */
  | { kind: 'table'; table: string; columns: string[] }
  /** Content: `Sequence[]`. */
  | { kind: 'sequences' }
  /** The bytes of an uploaded file. */
  | { kind: 'upload'; digest: string }
  /** Last. Content: `Ending`. */
  | { kind: 'end' };

/** Known only when the content has been written. */
export interface EntryTail {
  /** Of the content, hex. */
  sha256: string;
  /** Of a table. */
  rows?: number;
}

export interface Manifest {
  format: 1;
  /** Of the program that made the archive. */
  version: string;
  /** UTC. */
  madeAt: string;
  /** Names, by schema: the state the tables are in. */
  migrations: Record<string, string[]>;
  totals: Totals;
  /** How far the audit log went, as `<number>:<hash>`; null when it was empty. */
  auditHead: string | null;
}

export interface Sequence {
  name: string;
  lastValue: string;
  isCalled: boolean;
}

export interface Ending {
  uploads: number;
  pictures: number;
  /** Digests of uploads that the tables name and that could not be read whole. */
  missing: string[];
}
