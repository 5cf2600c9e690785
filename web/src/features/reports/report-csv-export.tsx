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
import { formatBytes, formatCount, formatQuantity } from '../../lib/number-format.ts';
import { localDay, serverNow } from '../../lib/server-clock.ts';

const QUOTE = 34;
const LINE_FEED = 10;

/**
 * Counts the rows of a CSV file as its bytes come, the heading left out. A line feed within quotation marks is part of a
 * text; doubled marks cancel each other out.
 */
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

/** Kept with what was read from the server, so that whatever shows it agrees, and signing out ends it. */
const RUNNING_KEY = ['running-transaction-export'] as const;

/** How often progress is drawn, in milliseconds. */
const PROGRESS_INTERVAL_MS = 100;

interface RunningExport {
  rows: number;
  bytes: number;
  /** Rows that will come; null when the server does not know. */
  total: number | null;
  cancel: () => void;
}

/** The export under way, begun here or on another screen; null: none. */
function useRunningExport(): RunningExport | null {
  return useQuery<RunningExport | null>({ queryKey: RUNNING_KEY, queryFn: skipToken }).data ?? null;
}

/**
 * Downloads everything that matches, saying how far it has come. One at a time. Rejects with an `AbortError` when it is
 * cancelled, and when whoever asked for it signs out.
 */
async function exportTransactions(client: QueryClient, filters: TransactionFilters): Promise<void> {
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  const isOurs = (): boolean => client.getQueryData<RunningExport | null>(RUNNING_KEY)?.cancel === cancel;
  const report = (progress: Omit<RunningExport, 'cancel'>): void =>
    void client.setQueryData<RunningExport>(RUNNING_KEY, { ...progress, cancel });
  client.setQueryDefaults(RUNNING_KEY, { gcTime: Number.POSITIVE_INFINITY });
  report({ rows: 0, bytes: 0, total: null });
  window.addEventListener('beforeunload', warnBeforeUnload);
  try {
    const response = await requestExport(filters, controller.signal);
    const total = expectedRows(response);
    const rows = createCsvRowCounter();
    let bytes = 0;
    let drawnAt = 0;
    const content = await readResponseBlob({
      response,
      type: 'text/csv',
      onPiece: (piece) => {
        // Gone with everything else that was read: somebody has signed out.
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
    // Taken away, it would go on being shown: nobody is told of that.
    if (isOurs()) client.setQueryData<RunningExport | null>(RUNNING_KEY, null);
  }
}

/** Another screen does not end a download; leaving the application does, and the browser asks before. */
function warnBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function expectedRows(response: Response): number | null {
  const total = Number(response.headers.get(TOTAL_COUNT_HEADER) ?? Number.NaN);
  return Number.isSafeInteger(total) ? total : null;
}

/** How far the download has come, and the way out of it. */
export function ExportProgress() {
  const running = useRunningExport();
  if (running === null) return null;
  const percent = exportPercent(running);
  return (
    <section className="export-progress" aria-label="Export">
      <span className="figures">Exporting... {formatExportProgress(running)}</span>
      {percent !== null && (
        <Progress percent={percent} showInfo={false} size="small" aria-label="Exported" status="active" />
      )}
      <Button size="small" onClick={running.cancel}>
        Cancel
      </Button>
    </section>
  );
}

function formatExportProgress({ rows, bytes, total }: RunningExport): string {
  if (bytes === 0) return '';
  const counted =
    total === null ? formatQuantity(rows, 'row') : `${formatCount(rows)} of ${formatQuantity(total, 'row')}`;
  return `${counted}, ${formatBytes(bytes)}`;
}

/** Null when nobody knows how much will come. */
function exportPercent({ rows, total }: RunningExport): number | null {
  if (total === null || total === 0) return null;
  return Math.min(100, Math.floor((rows / total) * 100));
}

const EXPORT_FAILED = 'Failed to export transaction report';

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
      toasts.failure({ title: 'Export Failed', description: exportFailureReason(error) });
    },
    // The export itself is recorded.
    onSettled: () => refreshQueries(client, [AUDIT_EVENTS_KEY]),
  });
  return {
    isRunning: running !== null,
    start: (filters) => {
      if (running === null) exporting.mutate(filters);
    },
  };
}

/** Spec section 8; why the server refuses is added. */
function exportFailureReason(error: unknown): string {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
  const reason = isRefusal ? describeError(error, '') : '';
  return reason === '' ? EXPORT_FAILED : `${EXPORT_FAILED}: ${reason}`;
}
