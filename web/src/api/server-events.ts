import { parseServerEvent, type ServerEvent, type ServerEventType } from '@clearwatch/contracts/server-event';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { serverUrl } from '../lib/page-meta.ts';
import { applyReportProgress, REPORTS_KEY } from './ai-reports-api.ts';
import { ALERTS_KEY, QUERIES_CHANGED_BY_REVIEW } from './alerts-api.ts';
import { COMPANIES_KEY } from './companies-api.ts';
import { CHART_KEY, METRICS_KEY, TOP_DEPOSITORS_KEY } from './dashboard-api.ts';
import { applyDetectionProgress, DETECTION_QUALITY_KEY, FULL_ANALYSIS_KEY } from './detection-api.ts';
import { PARSE_JOBS_KEY } from './documents-api.ts';
import { applyImportProgress, IMPORTS_KEY } from './imports-api.ts';
import { MEMBERS_KEY } from './members-api.ts';
import { NOTIFICATIONS_KEY } from './notifications-api.ts';
import { CURRENT_USER_KEY } from './session-api.ts';
import { TRANSACTION_REPORTS_KEY, TRANSACTIONS_KEY } from './transactions-api.ts';

const FIRST_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 30_000;

interface StreamListener {
  onEvent: (event: ServerEvent) => void;
  onOpen: () => void;
  /** Called when the stream breaks, and again for every attempt that fails: `attempt` counts from 1. */
  onBroken: (attempt: number) => void;
}

/**
 * Listens to `GET /api/events` until the returned function is called. The browser itself reconnects only after a
 * network failure, not after an HTTP error such as a restarting gateway's 502, so reconnecting is done here, with
 * pauses doubling from 1 s to 30 s.
 */
export function subscribeToServerEvents({ onEvent, onOpen, onBroken }: StreamListener): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The browser's own word that the network is back need not wait for the pause to end. */
  const connectNow = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    connect();
  };
  let failures = 0;

  const connect = (): void => {
    timer = undefined;
    source = new EventSource(serverUrl('/api/events'));
    source.addEventListener('open', () => {
      failures = 0;
      onOpen();
    });
    source.addEventListener('message', ({ data }) => {
      const event = parseMessage(data);
      if (event !== null) onEvent(event);
    });
    source.addEventListener('error', () => {
      source?.close();
      timer = setTimeout(connect, Math.min(FIRST_RETRY_DELAY_MS * 2 ** failures, MAX_RETRY_DELAY_MS));
      failures += 1;
      onBroken(failures);
    });
  };

  window.addEventListener('online', connectNow);
  connect();
  return () => {
    window.removeEventListener('online', connectNow);
    clearTimeout(timer);
    source?.close();
  };
}

function parseMessage(data: unknown): ServerEvent | null {
  try {
    return parseServerEvent(JSON.parse(String(data)));
  } catch {
    return null;
  }
}

/** One thing that happens is seldom alone: an import makes three facts known within a second. */
const BATCH_WINDOW_MS = 200;
/** All browsers hear of it in the same moment: they need not all ask in the same one. */
const MAX_JITTER_MS = 1_500;

/** Gathers what events have made out of date and has it read again at once, a moment later in each browser. */
export class InvalidationBatcher {
  private keys = new Map<string, QueryKey>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly readAgain: (keys: QueryKey[]) => void) {}

  add(keys: readonly QueryKey[]): void {
    if (keys.length === 0) return;
    for (const key of keys) this.keys.set(JSON.stringify(key), key);
    this.timer ??= setTimeout(() => this.flush(), BATCH_WINDOW_MS + Math.random() * MAX_JITTER_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.keys.clear();
  }

  private flush(): void {
    const keys = [...this.keys.values()];
    this.stop();
    this.readAgain(keys);
  }
}

/** What a change of the ledger makes out of date (spec section 7, upload-transactions). */
export const LEDGER_QUERIES: QueryKey[] = [
  METRICS_KEY,
  CHART_KEY,
  TOP_DEPOSITORS_KEY,
  ALERTS_KEY,
  TRANSACTIONS_KEY,
  MEMBERS_KEY,
  COMPANIES_KEY,
  TRANSACTION_REPORTS_KEY,
];

/** What each event makes out of date. An event without a line here is a type error. */
const QUERIES_INVALIDATED_BY: Record<ServerEventType, QueryKey[]> = {
  'import.progress': [],
  'import.finished': [IMPORTS_KEY],
  'ledger.projected': [...LEDGER_QUERIES, IMPORTS_KEY],
  'import.undoing': [IMPORTS_KEY],
  'import.undone': [...LEDGER_QUERIES, IMPORTS_KEY],
  'entries.purged': [...LEDGER_QUERIES, IMPORTS_KEY],
  'detection.progress': [],
  'alerts.changed': QUERIES_CHANGED_BY_REVIEW,
  // Risk levels follow the alerts.
  'detection.finished': [ALERTS_KEY, DETECTION_QUALITY_KEY, FULL_ANALYSIS_KEY, MEMBERS_KEY, COMPANIES_KEY],
  'document.progress': [PARSE_JOBS_KEY],
  'document.finished': [PARSE_JOBS_KEY, IMPORTS_KEY],
  'report.progress': [],
  'report.finished': [REPORTS_KEY],
  'notifications.added': [NOTIFICATIONS_KEY],
};

/** @param readAgain has what is out of date read again, at once or in a moment */
export async function applyServerEvent(
  client: QueryClient,
  event: ServerEvent,
  readAgain: (keys: QueryKey[]) => unknown = (keys) => refreshQueries(client, keys),
): Promise<void> {
  if (event.type === 'import.progress') await applyImportProgress(client, event);
  if (event.type === 'detection.progress') await applyDetectionProgress(client, event);
  if (event.type === 'report.progress') await applyReportProgress(client, event);
  await readAgain(QUERIES_INVALIDATED_BY[event.type]);
}

export async function refreshQueries(client: QueryClient, keys: QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** After a gap in the stream nobody knows what was missed: everything but the user is read again. */
export async function refreshAllQueries(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== CURRENT_USER_KEY[0] });
}
