import { parseAmount } from '../../money/parse-amount.ts';
import type { Cell, ExtractedTable, PrintedSum } from '../layout/extracted-table.ts';
import { LEAST_CONFIDENCE } from './doubts-of-row.ts';

/** As sure as two readings that agree: a reading and the sum do. */
const CONFIRMED = 0.9;
/** More amounts that are open, or more texts to choose from, come to a sum by chance. */
const MOST_OPEN = 4;

/**
 * Amounts of a picture that the readings leave open, where the sum that the document prints decides: when one choice alone among
 * the texts that were read comes to it to the cent, that is what stands on paper. A wrong choice would need another amount that is
 * wrong by the same cents the other way. A sum that was itself read in two ways decides nothing.
 */
export function settledBySums(table: ExtractedTable): ExtractedTable {
  return table.totals.reduce(settledBy, table);
}

function settledBy(table: ExtractedTable, sum: PrintedSum): ExtractedTable {
  const printed = centsOf(sum.text);
  if (printed === null || (sum.alternatives ?? []).length > 0) return table;
  const cells = table.rows.map((row) => row.cells[sum.column]);
  const open = cells.flatMap((cell, index) =>
    cell !== undefined && cell.text !== '' && cell.confidence < LEAST_CONFIDENCE ? [{ cell, index }] : [],
  );
  if (open.length === 0 || open.length > MOST_OPEN) return table;
  const sure = cells
    .filter((cell) => cell !== undefined && cell.text !== '' && cell.confidence >= LEAST_CONFIDENCE)
    .map((cell) => centsOf(cell?.text ?? ''));
  if (sure.includes(null)) return table;
  const left = printed - sure.reduce<number>((total, cents) => total + (cents ?? 0), 0);
  const choices = choicesOf(
    open.map(({ cell }) => cell),
    left,
  );
  const [choice] = choices;
  if (choice === undefined || choices.length > 1) return table;
  const texts = new Map(open.map(({ index }, place) => [index, choice[place] ?? '']));
  return {
    ...table,
    rows: table.rows.map((row, index) => {
      const text = texts.get(index);
      if (text === undefined) return row;
      const settled = (cell: Cell): Cell => ({ text, confidence: CONFIRMED, place: cell.place });
      return {
        ...row,
        cells: row.cells.map((cell, column) => (column === sum.column ? settled(cell) : cell)),
      };
    }),
  };
}

/** The choices of one text for each cell that come to the cents; texts of the same amount are one choice. */
function choicesOf([first, ...others]: readonly Cell[], cents: number): string[][] {
  if (first === undefined) return cents === 0 ? [[]] : [];
  const seen = new Set<number>();
  return [first.text, ...(first.alternatives ?? [])].flatMap((text) => {
    const amount = centsOf(text);
    if (amount === null || seen.has(amount)) return [];
    seen.add(amount);
    return choicesOf(others, cents - amount).map((rest) => [text, ...rest]);
  });
}

function centsOf(text: string): number | null {
  const parsed = parseAmount(text);
  return 'cents' in parsed ? Math.abs(parsed.cents) : null;
}
