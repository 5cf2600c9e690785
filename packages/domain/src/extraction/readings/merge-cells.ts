import type { Cell, TableRow } from '../layout/extracted-table.ts';
import { withoutSpecks } from '../layout/specks.ts';
import type { RowGroup } from './row-groups.ts';

/** Two readings of the same dots that agree, at different sizes, are surer than either. */
export const AGREED = 0.9;
/** But not when one of them was hardly more than a guess. */
export const GUESS = 0.5;

/**
 * The rows of two readings at one place. Where one reading has more of them it has seen amounts that the other could not make
 * out, which took those rows for wrapped text: its rows stand, and the words that the other has read are dealt out to them in
 * their order. Where there are more words or fewer, nothing is certain.
 */
export function mergedGroup({ first, second }: RowGroup): TableRow[] {
  const [base, others] = second.length > first.length ? [second, first] : [first, second];
  return base.map((row, index) => ({
    ...row,
    unclear: [...first, ...second].flatMap(({ unclear = [] }) => unclear),
    cells: row.cells.map((cell, column) => {
      const found =
        others.length === base.length
          ? others[index]?.cells[column]
          : dealtOut({ base, others, index, column });
      return mergedCell(cell, found);
    }),
  }));
}

function dealtOut({
  base,
  others,
  index,
  column,
}: {
  base: readonly TableRow[];
  others: readonly TableRow[];
  index: number;
  column: number;
}): Cell | undefined {
  const counts = base.map((row) => wordsOf([row], column).length);
  const words = wordsOf(others, column);
  if (others.length === 0 || words.length !== counts.reduce((sum, count) => sum + count, 0)) return undefined;
  const from = counts.slice(0, index).reduce((sum, count) => sum + count, 0);
  return {
    text: words.slice(from, from + (counts[index] ?? 0)).join(' '),
    confidence: Math.min(...others.map(({ cells }) => cells[column]?.confidence ?? 0)),
    place: base[index]?.cells[column]?.place ?? null,
  };
}

const wordsOf = (rows: readonly TableRow[], column: number): string[] =>
  rows.flatMap(({ cells }) =>
    withoutSpecks(cells[column]?.text ?? '')
      .split(/\s+/)
      .filter((word) => word !== ''),
  );

/** @param found by the other reading; undefined when it has not seen the row */
export function mergedCell(read: Cell, found: Cell | undefined): Cell {
  const cell = { ...read, text: withoutSpecks(read.text) };
  const other = found === undefined ? undefined : { ...found, text: withoutSpecks(found.text) };
  if (other === undefined) return { ...cell, confidence: 0 };
  if (cell.text !== other.text)
    return { ...cell, confidence: 0, alternatives: [other.text], place: cell.place ?? other.place };
  const [lowest, highest] = [
    Math.min(cell.confidence, other.confidence),
    Math.max(cell.confidence, other.confidence),
  ];
  return { ...cell, confidence: lowest < GUESS ? lowest : Math.max(highest, AGREED) };
}
