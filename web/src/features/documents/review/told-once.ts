import type { ParsedRow } from '@clearwatch/contracts/documents.dto';

/** What speaks against a row, each sentence in one place. */
export interface ToldDoubts {
  /** About the row, or about several of its cells. */
  row: string[];
  /** By the place of the cell. */
  cells: string[][];
}

/** What speaks against every row alike, such as a sum that the rows do not come to: to be said once above them. */
export function doubtsOfAll(rows: readonly ParsedRow[]): string[] {
  const [first, ...others] = rows.map(doubtsIn);
  if (first === undefined || others.length === 0) return [];
  return [...first].filter((doubt) => others.every((doubts) => doubts.has(doubt)));
}

/** @param already what is said above all rows */
export function doubtsTold(row: ParsedRow, already: readonly string[]): ToldDoubts {
  const ofCells = row.cells.map(({ doubts }) => [...new Set(doubts)]);
  const all = ofCells.flat();
  const several = all.filter((doubt, index) => all.indexOf(doubt) !== index);
  const ofRow = [...new Set([...row.doubts, ...several])];
  const said = new Set([...already, ...ofRow]);
  return {
    row: ofRow.filter((doubt) => !already.includes(doubt)),
    cells: ofCells.map((doubts) => doubts.filter((doubt) => !said.has(doubt))),
  };
}

function doubtsIn({ doubts, cells }: ParsedRow): Set<string> {
  return new Set([...doubts, ...cells.flatMap((cell) => cell.doubts)]);
}
