import { TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http-headers';
import type { TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { requestExport } from '../../../api/transaction-reports.ts';
import { serverNow } from '../../../clock/server-now.ts';
import { todayOf } from '../../../clock/today.ts';
import { fileNameOf } from '../../../files/file-name-of.ts';
import { receiveFile } from '../../../files/receive-file.ts';
import { saveFile } from '../../../files/save-file.ts';
import { rowCounter } from './row-counter.ts';

/** Kept with what was read from the server, so that whatever shows it agrees, and signing out ends it. */
const RUNNING_KEY = ['running-transaction-export'] as const;

/** How often progress is drawn, in milliseconds. */
const DRAWN_EVERY_MS = 100;

export interface RunningExport {
  rows: number;
  bytes: number;
  /** Rows that will come; null when the server does not know. */
  total: number | null;
  cancel: () => void;
}

/** The export under way, begun here or on another screen; null: none. */
export function useRunningExport(): RunningExport | null {
  return useQuery<RunningExport | null>({ queryKey: RUNNING_KEY, queryFn: skipToken }).data ?? null;
}

/**
 * Downloads everything that matches, saying how far it has come. One at a time. Rejects with an `AbortError` when it is
 * cancelled, and when whoever asked for it signs out.
 */
export async function exportTransactions(client: QueryClient, filters: TransactionFilters): Promise<void> {
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  const isOurs = (): boolean => client.getQueryData<RunningExport | null>(RUNNING_KEY)?.cancel === cancel;
  const say = (progress: Omit<RunningExport, 'cancel'>): void =>
    void client.setQueryData<RunningExport>(RUNNING_KEY, { ...progress, cancel });
  client.setQueryDefaults(RUNNING_KEY, { gcTime: Number.POSITIVE_INFINITY });
  say({ rows: 0, bytes: 0, total: null });
  window.addEventListener('beforeunload', askFirst);
  try {
    const response = await requestExport(filters, controller.signal);
    const total = totalOf(response);
    const rows = rowCounter();
    let bytes = 0;
    let drawnAt = 0;
    const content = await receiveFile({
      response,
      type: 'text/csv',
      onPiece: (piece) => {
        // Gone with everything else that was read: somebody has signed out.
        if (!isOurs()) cancel();
        controller.signal.throwIfAborted();
        bytes += piece.byteLength;
        const counted = rows.count(piece);
        if (Date.now() - drawnAt < DRAWN_EVERY_MS) return;
        drawnAt = Date.now();
        say({ rows: counted, bytes, total });
      },
    });
    controller.signal.throwIfAborted();
    saveFile(content, fileNameOf(response) ?? `transaction-report-${todayOf(serverNow())}.csv`);
  } finally {
    window.removeEventListener('beforeunload', askFirst);
    // Taken away, it would go on being shown: nobody is told of that.
    if (isOurs()) client.setQueryData<RunningExport | null>(RUNNING_KEY, null);
  }
}

/** Another screen does not end a download; leaving the application does, and the browser asks before. */
function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function totalOf(response: Response): number | null {
  const total = Number(response.headers.get(TOTAL_COUNT_HEADER) ?? Number.NaN);
  return Number.isSafeInteger(total) ? total : null;
}
