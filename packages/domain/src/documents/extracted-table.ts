import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { TransactionType } from '../ledger/ledger-row.ts';
import type { Box } from './document-words.ts';
import type { PrintedTotals } from './printed-totals.ts';

export interface Cell {
  text: string;
  /** Of its least certain word; 1 for an empty cell. */
  confidence: number;
  /** Other readings; images only. */
  alternatives?: readonly string[];
  /** Null for an empty cell. `lines` only if the text may be wrapped. */
  place: { page: number; box: Box; lines?: readonly Box[] } | null;
}

export const textOfRow = (cells: readonly Cell[]): string => cells.map(({ text }) => text).join(' ');

export interface TableRow {
  cells: readonly Cell[];
  page: number;
  box: Box;
  /** Reasons from the layout, such as text that may belong to another row. */
  unclear?: readonly ReviewReason[];
}

export interface ReviewReason {
  /** From 0; null for the whole row. */
  column: number | null;
  reason: string;
}

export interface ExtractedTable {
  header: readonly string[];
  rows: readonly TableRow[];
  totals: readonly PrintedSum[];
  /** Boundaries as in `DocumentLayout`. */
  layout: { cuts: readonly number[]; fingerprint?: string };
}

export interface PrintedSum {
  column: number;
  text: string;
  /** Only if the sum covers just credits or just debits. */
  direction?: TransactionType;
  /** Other readings; images only. */
  alternatives?: readonly string[];
  place: { page: number; box: Box };
}

export interface DocumentRow {
  cells: readonly Cell[];
  page: number;
  box: Box | null;
  /** Empty when the row can be imported. */
  doubts: readonly ReviewReason[];
}

export interface DocumentTable {
  header: readonly string[];
  mapping: CsvMapping;
  rows: readonly DocumentRow[];
}

export interface UnreadLine {
  page: number;
  text: string;
  box?: Box;
}

export interface FoundTables {
  tables: ExtractedTable[];
  /** Lines with an amount that belong to no row, for review. */
  unread: UnreadLine[];
  controls?: readonly PrintedTotals[];
  isAccountStatement?: boolean;
}
