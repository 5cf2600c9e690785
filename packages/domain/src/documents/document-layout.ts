import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';

export interface DocumentLayout {
  /**
   * Identifies the layout: a digest of normalized headings and the number of columns; without headings, of the kinds of
   * cells in each column.
   */
  fingerprint: string;
  /** One per column, left to right; '' without heading. */
  headings: readonly string[];
  /** Boundaries between columns as shares of the page width (0 to 1), one fewer than columns. */
  cuts: readonly number[];
  /** What each column is; the same type as for CSV files. */
  mapping: CsvMapping;
  /** Lines to skip or to use as group headings, by the beginning of their text with digits replaced by 9. */
  lines: readonly { begins: string; role: 'skip' | 'heading' }[];
}
