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
  onBroken: (attempt: number) => void;
}

/** Browsers do not reconnect after an HTTP error such as 502. This function does, after pauses of 1 s to 30 s. */
export function subscribeToServerEvents({ onEvent, onOpen, onBroken }: StreamListener): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
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

/** Events come in groups: an import causes three within a second. */
const BATCH_WINDOW_MS = 200;
/** Spreads the refetches of all browsers that receive the same event. */
const MAX_JITTER_MS = 1_500;

export class InvalidationBatcher {
  private keys = new Map<string, QueryKey>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly refresh: (keys: QueryKey[]) => void) {}

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
    this.refresh(keys);
  }
}

/** Affected by every ledger change (spec section 7, upload-transactions). */
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

const QUERIES_INVALIDATED_BY: Record<ServerEventType, QueryKey[]> = {
  'import.progress': [],
  'import.finished': [IMPORTS_KEY],
  'ledger.projected': [...LEDGER_QUERIES, IMPORTS_KEY],
  'import.undoing': [IMPORTS_KEY],
  'import.undone': [...LEDGER_QUERIES, IMPORTS_KEY],
  'entries.purged': [...LEDGER_QUERIES, IMPORTS_KEY],
  'detection.progress': [],
  'alerts.changed': QUERIES_CHANGED_BY_REVIEW,
  // Risk levels depend on alerts.
  'detection.finished': [ALERTS_KEY, DETECTION_QUALITY_KEY, FULL_ANALYSIS_KEY, MEMBERS_KEY, COMPANIES_KEY],
  'document.progress': [PARSE_JOBS_KEY],
  'document.finished': [PARSE_JOBS_KEY, IMPORTS_KEY],
  'report.progress': [],
  'report.finished': [REPORTS_KEY],
  'notifications.added': [NOTIFICATIONS_KEY],
};

export async function applyServerEvent(
  client: QueryClient,
  event: ServerEvent,
  refresh: (keys: QueryKey[]) => unknown = (keys) => refreshQueries(client, keys),
): Promise<void> {
  if (event.type === 'import.progress') await applyImportProgress(client, event);
  if (event.type === 'detection.progress') await applyDetectionProgress(client, event);
  if (event.type === 'report.progress') await applyReportProgress(client, event);
  await refresh(QUERIES_INVALIDATED_BY[event.type]);
}

export async function refreshQueries(client: QueryClient, keys: QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

export async function refreshAllQueries(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== CURRENT_USER_KEY[0] });
}
