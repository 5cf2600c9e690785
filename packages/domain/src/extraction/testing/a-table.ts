import type { Cell, ExtractedTable, PrintedSum, TableRow } from '../layout/extracted-table.ts';

const USUAL = {
  'Account Number': '1000000001',
  Name: 'EXAMPLE, ANNA',
  Company: 'ACME PAYROLL',
  Amount: '10.00',
  Type: 'Credit',
  'Posting Date': '08/03/2026',
} as const;
const BOX = { x: 0, y: 0, width: 100, height: 10 };
const PLACE = { page: 1, box: BOX };

type Told = string | Partial<Cell>;

/** What an ordinary row tells, with these columns told otherwise, or besides. */
export const aRow = (told: Readonly<Record<string, Told>> = {}): Readonly<Record<string, Told>> => ({
  ...USUAL,
  ...told,
});

/** A table of rows that name their columns, with the sums that the document prints below the columns of their names. */
export function aTable(
  rows: readonly Readonly<Record<string, Told>>[],
  sums: readonly (readonly [column: string, text: string, ...alternatives: string[]])[] = [],
): ExtractedTable {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    header,
    rows: rows.map((row): TableRow => ({ cells: header.map((name) => cellOf(row[name] ?? '')), ...PLACE })),
    totals: sums.map(
      ([name, text, ...alternatives]): PrintedSum => ({
        column: header.indexOf(name),
        text,
        ...(alternatives.length > 0 && { alternatives }),
        place: PLACE,
      }),
    ),
  };
}

function cellOf(told: Told): Cell {
  const cell = typeof told === 'string' ? { text: told } : told;
  return { text: '', confidence: 1, place: cell.text === '' ? null : PLACE, ...cell };
}
