import type { ParsedRow, ParseJobDetail } from '@clearwatch/contracts/documents.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../api/describe-error.ts';
import { decideRows, documentKey } from '../../../api/parse-jobs.ts';
import { LEDGER_READS, refresh } from '../../../api/server-events.ts';
import { formatCounted } from '../../../formats/count.ts';
import { useToasts } from '../../../toasts/toasts.tsx';
import type { EditedCells } from './use-edited-cells.ts';

export interface Decisions {
  isBusy: boolean;
  /** What the server has said of the last try; null: nothing wrong. */
  problem: string | null;
  accept: (rows: readonly ParsedRow[]) => void;
  discard: (rows: readonly ParsedRow[]) => void;
}

/** Accepts or discards rows that wait, all of them or none. */
export function useDecisions(document: ParseJobDetail, edited: EditedCells): Decisions {
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
      const count = formatCounted(rows.length, 'row');
      toasts.success(
        decision === 'accept'
          ? { title: 'Rows Imported', description: `${count} of ${document.originalFileName} imported.` }
          : { title: 'Rows Discarded', description: `${count} of ${document.originalFileName} discarded.` },
      );
      return refresh(client, LEDGER_READS);
    },
    onError: (error) => {
      setProblem(describeError(error, 'The rows could not be decided.'));
      // Somebody else may have decided: what they did must be seen.
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
