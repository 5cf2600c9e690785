import type { ServerEvent, ServerEventType } from '@clearwatch/contracts/server-event';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { applyDetectionProgress } from './apply-detection-progress.ts';
import { applyImportProgress } from './apply-import-progress.ts';
import { applyReportProgress } from './apply-report-progress.ts';
import { DECIDED_READS } from './decide-alerts.ts';
import { FULL_ANALYSIS_KEY } from './full-analysis.ts';
import { CHART_KEY } from './get-chart.ts';
import { CURRENT_USER_KEY } from './get-current-user.ts';
import { DETECTION_QUALITY_KEY } from './get-detection-quality.ts';
import { METRICS_KEY } from './get-metrics.ts';
import { TRANSACTIONS_KEY } from './get-transaction.ts';
import { COMPANIES_KEY } from './list-companies.ts';
import { IMPORTS_KEY } from './list-imports.ts';
import { MEMBERS_KEY } from './list-members.ts';
import { TOP_DEPOSITORS_KEY } from './list-top-depositors.ts';
import { UNUSUAL_ACTIVITIES_KEY } from './list-unusual-activities.ts';
import { NOTIFICATIONS_KEY } from './notifications.ts';
import { PARSE_JOBS_KEY } from './parse-jobs.ts';
import { REPORTS_KEY } from './reports-key.ts';
import { TRANSACTION_REPORTS_KEY } from './transaction-reports.ts';

/** What a change of the ledger makes out of date (spec section 7, upload-transactions). */
export const LEDGER_READS: QueryKey[] = [
  METRICS_KEY,
  CHART_KEY,
  TOP_DEPOSITORS_KEY,
  UNUSUAL_ACTIVITIES_KEY,
  TRANSACTIONS_KEY,
  MEMBERS_KEY,
  COMPANIES_KEY,
  TRANSACTION_REPORTS_KEY,
];

/** What each event makes out of date. An event without a line here is a type error. */
const OUTDATED_BY: Record<ServerEventType, QueryKey[]> = {
  'import.progress': [],
  'import.finished': [IMPORTS_KEY],
  'ledger.projected': [...LEDGER_READS, IMPORTS_KEY],
  'import.undoing': [IMPORTS_KEY],
  'import.undone': [...LEDGER_READS, IMPORTS_KEY],
  'entries.purged': [...LEDGER_READS, IMPORTS_KEY],
  'detection.progress': [],
  'alerts.changed': DECIDED_READS,
  // Risk levels follow the alerts.
  'detection.finished': [
    UNUSUAL_ACTIVITIES_KEY,
    DETECTION_QUALITY_KEY,
    FULL_ANALYSIS_KEY,
    MEMBERS_KEY,
    COMPANIES_KEY,
  ],
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
  readAgain: (keys: QueryKey[]) => unknown = (keys) => refresh(client, keys),
): Promise<void> {
  if (event.type === 'import.progress') await applyImportProgress(client, event);
  if (event.type === 'detection.progress') await applyDetectionProgress(client, event);
  if (event.type === 'report.progress') await applyReportProgress(client, event);
  await readAgain(OUTDATED_BY[event.type]);
}

export async function refresh(client: QueryClient, keys: QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** After a gap in the stream nobody knows what was missed: everything but the user is read again. */
export async function refreshAll(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== CURRENT_USER_KEY[0] });
}
