import type { ParsedRow } from '@clearwatch/contracts/documents.dto';
import { useDraft } from '../../../drafts/use-draft.ts';

export interface EditedCells {
  /** The cells of a row as they are at the moment, changed or not. */
  of: (row: ParsedRow) => string[];
  isChanged: (row: ParsedRow) => boolean;
  change: (row: ParsedRow, column: number, text: string) => void;
  forget: (rows: readonly number[]) => void;
}

type Cells = Readonly<Record<number, string[]>>;
const NONE: Cells = {};

/** What a person has corrected and not yet accepted: kept by the tab, so that a reload loses nothing. */
export function useEditedCells(documentId: number): EditedCells {
  const { value: edited, change: store } = useDraft(`document.${documentId}`, {
    empty: NONE,
    read: readCells,
  });
  const of = (row: ParsedRow): string[] => edited[row.row] ?? row.cells.map(({ text }) => text);
  return {
    of,
    isChanged: (row) => edited[row.row] !== undefined,
    change: (row, column, text) => store({ ...edited, [row.row]: of(row).with(column, text) }),
    forget: (rows) =>
      store(Object.fromEntries(Object.entries(edited).filter(([row]) => !rows.includes(Number(row))))),
  };
}

function readCells(stored: Readonly<Record<string, unknown>>): Cells | null {
  const rows = Object.entries(stored);
  const isRow = (row: [string, unknown]): row is [string, string[]] =>
    Array.isArray(row[1]) && row[1].every((cell) => typeof cell === 'string');
  return rows.every(isRow) ? Object.fromEntries(rows) : null;
}
