import type { Word, WordPage } from '../document-words.ts';
import type { Cell, ExtractedTable, PrintedSum, TableRow } from '../extracted-table.ts';

const USUAL_CELLS = {
  'Account Number': '1000000001',
  Name: 'EXAMPLE, ANNA',
  Company: 'ACME PAYROLL',
  Amount: '10.00',
  Type: 'Credit',
  'Posting Date': '08/03/2026',
} as const;
const BOX = { x: 0, y: 0, width: 100, height: 10 };
const PLACE = { page: 1, box: BOX };

type CellValues = string | Partial<Cell>;

/** An ordinary row with these columns changed or added. */
export const aRow = (values: Readonly<Record<string, CellValues>> = {}): Readonly<Record<string, CellValues>> => ({
  ...USUAL_CELLS,
  ...values,
});

/** A table of rows with named columns, and the sums that the document prints below these columns. */
export function aTable(
  rows: readonly Readonly<Record<string, CellValues>>[],
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
    layout: { cuts: [] },
  };
}

function cellOf(values: CellValues): Cell {
  const cell = typeof values === 'string' ? { text: values } : values;
  return { text: '', confidence: 1, place: cell.text === '' ? null : PLACE, ...cell };
}

/** A printed word, at the top left of its page by default. */
export function aWord(text: string, at: Partial<Omit<Word, 'text'>> = {}): Word {
  return { text, x: 0, y: 0, width: 6 * text.length, height: 10, confidence: 1, ...at };
}

export function aPage(words: readonly Word[], page = 1): WordPage {
  return { page, width: 600, height: 800, words };
}

/** The same pages as OCR returns them, with low confidence for the given words. */
export function asPicture(pages: readonly WordPage[], unsure: Readonly<Record<string, number>> = {}): WordPage[] {
  return pages.map((page) => ({
    ...page,
    words: page.words.map((word) => ({ ...word, confidence: unsure[word.text] ?? 0.97 })),
  }));
}
