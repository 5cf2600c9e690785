import { hash } from 'node:crypto';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';

/** How the columns of a printed table are read, as decided by a person or judged from its cells and headings. */
export interface DocumentLayout {
  /** From `layoutFingerprint`; the same for every file of this layout. */
  fingerprint: string;
  /** One per column, left to right; '' without heading. */
  headings: readonly string[];
  /**
   * Boundaries between columns as shares of the page width, one fewer than columns. From 0 to 1 on the first line of an
   * entry, from 1 to 2 on its second line, and so on. Columns after the last cut come from group headings.
   */
  cuts: readonly number[];
  /** What each column is. Columns that are not listed are ignored. */
  mapping: CsvMapping;
  /** Lines to skip or to use as group headings, by the beginning of their text with digits replaced by 9. */
  lines: readonly { begins: string; role: 'skip' | 'heading' }[];
}

/** For comparison with the `begins` of a layout's lines. */
export const lineBeginning = (text: string): string => text.trim().toLowerCase().replaceAll(/\d/g, '9');

/**
 * SHA-256 in hex of the normalized headings and the number of columns. Digits are left out, because dates in headings
 * change. Without any heading, the kinds of cells in each column identify the layout.
 */
export function layoutFingerprint(columns: readonly { heading: string; kind: string }[]): string {
  const headings = columns.map(({ heading }) => heading.toLowerCase().replaceAll(/[^\p{L}#/]+/gu, ''));
  const names = headings.every((heading) => heading === '') ? columns.map(({ kind }) => `:${kind}`) : headings;
  return hash('sha256', JSON.stringify(names), 'hex');
}
