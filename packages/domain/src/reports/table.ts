import type { Block, Span } from '@clearwatch/contracts/reports/report-document';
import type { Stated } from './fact-sheet.ts';

/** A cell: a fact, words without numbers, or nothing to say ("–"). */
export type Cell = Stated | string | null;

export interface Column {
  label: string;
  align: 'left' | 'right';
}

/** @throws RangeError when a row has not as many cells as there are columns */
export function table(caption: string, columns: readonly Column[], rows: readonly Cell[][]): Block {
  if (rows.some((row) => row.length !== columns.length))
    throw new RangeError(`${caption}: every row needs ${columns.length} cells`);
  return { kind: 'table', caption, columns: [...columns], rows: rows.map((row) => row.map(spanOf)) };
}

function spanOf(cell: Cell): Span {
  if (cell === null) return { text: '–' };
  return typeof cell === 'string' ? { text: cell } : { text: cell.text, fact: cell.fact.id };
}
