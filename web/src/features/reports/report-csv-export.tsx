import { TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http-headers';
import type { TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import { type QueryClient, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { ApiError } from '../../api/api-client.ts';
import { AUDIT_EVENTS_KEY } from '../../api/audit-api.ts';
import { describeError } from '../../api/error-messages.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { requestExport } from '../../api/transactions-api.ts';
import { fileNameOf, readResponseBlob, saveFile } from '../../components/file-download.ts';
import { useToasts } from '../../components/toasts.tsx';
import { LOCAL_KEY } from '../../lib/browser-state.ts';
import { formatBytes, formatCount, formatQuantity } from '../../lib/number-format.ts';
import { localDay, serverNow } from '../../lib/server-clock.ts';

const QUOTE = 34;
const LINE_FEED = 10;

/** Line feeds within quotation marks are text; doubled marks cancel out. */
export function createCsvRowCounter(): { count: (piece: Uint8Array) => number } {
  let isQuoted = false;
  let lines = 0;
  return {
    count: (piece) => {
      for (const byte of piece) {
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (byte === LINE_FEED && !isQuoted) lines += 1;
      }
      return Math.max(lines - 1, 0);
    },
  };
}

/** Stored in the query cache, so that all screens show the same state and signing out ends the export. */
const RUNNING_KEY = [...LOCAL_KEY, 'running-transaction-export'] as const;

const PROGRESS_INTERVAL_MS = 100;

type RunningExport = { rows: number; bytes: number; total: number | null; cancel: () => void };

function useRunningExport(): RunningExport | null {
  return useQuery<RunningExport | null>({ queryKey: RUNNING_KEY, queryFn: skipToken }).data ?? null;
}

/** One at a time. Rejects with an `AbortError` when the export is canceled or the user signs out. */
async function exportTransactions(client: QueryClient, filters: TransactionFilters): Promise<void> {
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  const isOurs = (): boolean => client.getQueryData<RunningExport | null>(RUNNING_KEY)?.cancel === cancel;
  const report = (progress: Omit<RunningExport, 'cancel'>): void =>
    void client.setQueryData<RunningExport>(RUNNING_KEY, { ...progress, cancel });
  report({ rows: 0, bytes: 0, total: null });
  window.addEventListener('beforeunload', warnBeforeUnload);
  try {
    const response = await requestExport(filters, controller.signal);
    const announced = Number(response.headers.get(TOTAL_COUNT_HEADER) ?? Number.NaN);
    const total = Number.isSafeInteger(announced) ? announced : null;
    const rows = createCsvRowCounter();
    let bytes = 0;
    let drawnAt = 0;
    const content = await readResponseBlob({
      response,
      type: 'text/csv',
      onPiece: (piece) => {
        // The cache was cleared: the user has signed out.
        if (!isOurs()) cancel();
        controller.signal.throwIfAborted();
        bytes += piece.byteLength;
        const counted = rows.count(piece);
        if (Date.now() - drawnAt < PROGRESS_INTERVAL_MS) return;
        drawnAt = Date.now();
        report({ rows: counted, bytes, total });
      },
    });
    controller.signal.throwIfAborted();
    saveFile(content, fileNameOf(response) ?? `transaction-report-${localDay(serverNow())}.csv`);
  } finally {
    window.removeEventListener('beforeunload', warnBeforeUnload);
    // Removing the query would not notify its observers.
    if (isOurs()) client.setQueryData<RunningExport | null>(RUNNING_KEY, null);
  }
}

/** Leaving the application ends a download; changing screens does not. */
function warnBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

export function ExportProgress() {
  const running = useRunningExport();
  if (running === null) return null;
  const { rows, bytes, total, cancel } = running;
  const counted =
    total === null ? formatQuantity(rows, 'row') : `${formatCount(rows)} of ${formatQuantity(total, 'row')}`;
  return (
    <section className="export-progress" aria-label="Export">
      <span className="figures">Exporting... {bytes > 0 && `${counted}, ${formatBytes(bytes)}`}</span>
      {total !== null && total > 0 && (
        <Progress
          percent={Math.min(100, Math.floor((rows / total) * 100))}
          showInfo={false}
          size="small"
          aria-label="Exported"
          status="active"
        />
      )}
      <Button size="small" onClick={cancel}>
        Cancel
      </Button>
    </section>
  );
}

const EXPORT_FAILED = 'Failed to export transaction report';

export function useReportExport() {
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
      // Spec section 8, plus the server's reason.
      const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
      const reason = isRefusal ? describeError(error, '') : '';
      const description = reason === '' ? EXPORT_FAILED : `${EXPORT_FAILED}: ${reason}`;
      toasts.failure({ title: 'Export Failed', description });
    },
    onSettled: () => refreshQueries(client, [AUDIT_EVENTS_KEY]),
  });
  return {
    isRunning: running !== null,
    start: (filters: TransactionFilters): void => {
      if (running === null) exporting.mutate(filters);
    },
  };
}
