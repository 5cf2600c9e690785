import type { ParsedRow } from '@clearwatch/contracts/http/documents';
import { useState } from 'react';
import { keepDraft, readDraft } from '../../../drafts/drafts.ts';

export interface EditedCells {
  /** The cells of a row as they are at the moment, changed or not. */
  of: (row: ParsedRow) => string[];
  isChanged: (row: ParsedRow) => boolean;
  change: (row: ParsedRow, column: number, text: string) => void;
  forget: (rows: readonly number[]) => void;
}

/** What a person has corrected and not yet accepted: kept by the tab, so that a reload loses nothing. */
export function useEditedCells(documentId: number): EditedCells {
  const name = `document-${documentId}`;
  const [edited, setEdited] = useState<Readonly<Record<number, string[]>>>(() => parsed(readDraft(name)));
  const store = (next: Readonly<Record<number, string[]>>): void => {
    setEdited(next);
    keepDraft(name, Object.keys(next).length === 0 ? null : JSON.stringify(next));
  };
  const of = (row: ParsedRow): string[] => edited[row.row] ?? row.cells.map(({ text }) => text);
  return {
    of,
    isChanged: (row) => edited[row.row] !== undefined,
    change: (row, column, text) => store({ ...edited, [row.row]: of(row).with(column, text) }),
    forget: (rows) =>
      store(Object.fromEntries(Object.entries(edited).filter(([row]) => !rows.includes(Number(row))))),
  };
}

function parsed(text: string | null): Record<number, string[]> {
  if (text === null) return {};
  try {
    return JSON.parse(text) as Record<number, string[]>;
  } catch {
    return {};
  }
}
