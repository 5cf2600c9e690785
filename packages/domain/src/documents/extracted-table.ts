import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { TransactionType } from '../ledger/ledger-row.ts';
import type { Box } from './document-words.ts';

/** What stands in one column of one row. */
export interface Cell {
  text: string;
  /** Of its least sure word; 1 for an empty cell. */
  confidence: number;
  /** What another reading of the same dots says instead; only of pictures. */
  alternatives?: readonly string[];
  /** Where it stands, null for an empty cell; with its lines when it may be wrapped. */
  place: { page: number; box: Box; lines?: readonly Box[] } | null;
}

export interface TableRow {
  cells: readonly Cell[];
  page: number;
  /** The rows as the page shows them, for whoever compares. */
  box: Box;
  /** Why it is not certain which text of the page belongs to the row. */
  unclear?: readonly RowReviewReason[];
}

export interface RowReviewReason {
  /** Column of the cell, from 0; null when it is the row as a whole. */
  column: number | null;
  reason: string;
}

/** A table as a document shows it, over all its pages. */
export interface ExtractedTable {
  header: readonly string[];
  rows: readonly TableRow[];
  totals: readonly PrintedSum[];
}

/** A sum that the document itself prints, as text. */
export interface PrintedSum {
  column: number;
  text: string;
  /** When its line says that it is of credits, or of debits, alone. */
  direction?: TransactionType;
  /** What another reading of the same dots says instead; only of pictures. */
  alternatives?: readonly string[];
  place: { page: number; box: Box };
}

/** Why a person must look at a row before it may enter the ledger. */
export type ReviewReason = RowReviewReason;

/** A transaction as a document shows it. */
export interface DocumentRow {
  cells: readonly Cell[];
  page: number;
  box: Box | null;
  /** Empty: nothing speaks against importing it as it is. */
  doubts: readonly ReviewReason[];
}

/** One table of a document, its columns told apart, ready to take the road of any table. */
export interface DocumentTable {
  header: readonly string[];
  mapping: CsvMapping;
  rows: readonly DocumentRow[];
}
