import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import type { Cell, RowDoubt } from './layout/extracted-table.ts';
import type { Box } from './layout/word.ts';

/** Why a person must look at a row before it may enter the ledger. */
export type Doubt = RowDoubt;

/** A transaction as a document shows it. */
export interface DocumentRow {
  cells: readonly Cell[];
  page: number;
  box: Box | null;
  /** Empty: nothing speaks against importing it as it is. */
  doubts: readonly Doubt[];
}

/** One table of a document, its columns told apart, ready to take the road of any table. */
export interface DocumentTable {
  header: readonly string[];
  mapping: CsvMapping;
  rows: readonly DocumentRow[];
}
