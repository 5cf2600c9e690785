import type { TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../../api/describe-error.ts';
import { ApiError } from '../../../api/http.ts';
import { AUDIT_EVENTS_KEY } from '../../../api/list-audit-events.ts';
import { refresh } from '../../../api/server-events.ts';
import { useToasts } from '../../../toasts/toasts.tsx';
import { exportTransactions, useRunningExport } from './running-export.ts';

const FAILED = 'Failed to export transaction report';

interface ReportExport {
  isRunning: boolean;
  start: (filters: TransactionFilters) => void;
}

/** Exports a report as CSV. It goes on when its screen is left, and says how it went wherever the user is by then. */
export function useReportExport(): ReportExport {
  const client = useQueryClient();
  const toasts = useToasts();
  const running = useRunningExport();
  const exporting = useMutation({
    mutationFn: (filters: TransactionFilters) => exportTransactions(client, filters),
    onMutate: () => toasts.clear(),
    onSuccess: () =>
      toasts.success({
        title: 'Export Successful',
        description: 'Transaction report has been downloaded as CSV',
      }),
    onError: (error) => {
      if (error.name === 'AbortError') return;
      toasts.failure({ title: 'Export Failed', description: reasonOf(error) });
    },
    // The export itself is recorded.
    onSettled: () => refresh(client, [AUDIT_EVENTS_KEY]),
  });
  return {
    isRunning: running !== null,
    start: (filters) => {
      if (running === null) exporting.mutate(filters);
    },
  };
}

/** Spec section 8; why the server refuses is added. */
function reasonOf(error: unknown): string {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  const reason = isRefusal ? describeError(error, '') : '';
  return reason === '' ? FAILED : `${FAILED}: ${reason}`;
}
