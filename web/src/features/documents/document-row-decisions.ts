import type { ParsedRow, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { decideRows, documentKey } from '../../api/documents-api.ts';
import { describeError } from '../../api/error-messages.ts';
import { LEDGER_QUERIES, refreshQueries } from '../../api/server-events.ts';
import { useToasts } from '../../components/toasts.tsx';
import { useDraft } from '../../lib/form-drafts.ts';
import { formatQuantity } from '../../lib/number-format.ts';

export interface EditedCells {
  /** The cells of a row, edited or not. */
  of: (row: ParsedRow) => string[];
  change: (row: ParsedRow, column: number, text: string) => void;
  forget: (rows: readonly number[]) => void;
}

type CellsByRow = Readonly<Record<number, string[]>>;

/** Corrections before they are accepted. The browser tab stores them for a reload. */
export function useEditedCells(documentId: number): EditedCells {
  const { value: edited, change: store } = useDraft<CellsByRow>(`document.${documentId}`, {
    empty: {},
    read: parseStoredCells,
  });
  const of = (row: ParsedRow): string[] => edited[row.row] ?? row.cells.map(({ text }) => text);
  return {
    of,
    change: (row, column, text) => store({ ...edited, [row.row]: of(row).with(column, text) }),
    forget: (rows) =>
      store(Object.fromEntries(Object.entries(edited).filter(([row]) => !rows.includes(Number(row))))),
  };
}

function parseStoredCells(stored: Readonly<Record<string, unknown>>): CellsByRow | null {
  const rows = Object.entries(stored);
  const isRow = (row: [string, unknown]): row is [string, string[]] =>
    Array.isArray(row[1]) && row[1].every((cell) => typeof cell === 'string');
  return rows.every(isRow) ? Object.fromEntries(rows) : null;
}

export interface RowDecisions {
  isBusy: boolean;
  /** Error of the last decision; null: none. */
  problem: string | null;
  accept: (rows: readonly ParsedRow[]) => void;
  discard: (rows: readonly ParsedRow[]) => void;
}

/** Decides all given rows or none. */
export function useRowDecisions(document: ParseJobDetail, edited: EditedCells): RowDecisions {
  const client = useQueryClient();
  const toasts = useToasts();
  const [problem, setProblem] = useState<string | null>(null);
  const deciding = useMutation({
    mutationFn: ({ decision, rows }: { decision: 'accept' | 'discard'; rows: readonly ParsedRow[] }) =>
      decideRows(document.id, {
        decision,
        rows: rows.map((row) => ({ row: row.row, ...(decision === 'accept' && { cells: edited.of(row) }) })),
      }),
    onMutate: () => setProblem(null),
    onSuccess: (detail, { decision, rows }) => {
      edited.forget(rows.map(({ row }) => row));
      client.setQueryData(documentKey(document.id), detail);
      const which = `${formatQuantity(rows.length, 'row')} of ${document.originalFileName}`;
      toasts.success(
        decision === 'accept'
          ? { title: 'Rows Imported', description: `${which} imported.` }
          : { title: 'Rows Discarded', description: `${which} discarded.` },
      );
      return refreshQueries(client, LEDGER_QUERIES);
    },
    onError: (error) => {
      setProblem(describeError(error, 'The rows could not be decided.'));
      // Somebody else may have decided the rows.
      return client.invalidateQueries({ queryKey: documentKey(document.id) });
    },
  });
  return {
    isBusy: deciding.isPending,
    problem,
    accept: (rows) => deciding.mutate({ decision: 'accept', rows }),
    discard: (rows) => deciding.mutate({ decision: 'discard', rows }),
  };
}
