import type { ServerEvent, ServerEventType } from '@clearwatch/contracts/events/server-event';
import type { ImportState, ImportSummary } from '@clearwatch/contracts/http/imports';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { CHART_KEY } from './get-chart.ts';
import { CURRENT_USER_KEY } from './get-current-user.ts';
import { METRICS_KEY } from './get-metrics.ts';
import { IMPORTS_KEY } from './list-imports.ts';
import { TOP_DEPOSITORS_KEY } from './list-top-depositors.ts';
import { UNUSUAL_ACTIVITIES_KEY } from './list-unusual-activities.ts';

/** What a change of the ledger makes out of date (spec section 7, upload-transactions). */
export const LEDGER_READS: QueryKey[] = [METRICS_KEY, CHART_KEY, TOP_DEPOSITORS_KEY, UNUSUAL_ACTIVITIES_KEY];

/** What each event makes out of date. An event without a line here is a type error. */
const OUTDATED_BY: Record<ServerEventType, QueryKey[]> = {
  'import.progress': [],
  'import.finished': [IMPORTS_KEY],
  'ledger.projected': [...LEDGER_READS, IMPORTS_KEY],
  'import.undone': [...LEDGER_READS, IMPORTS_KEY],
  'detection.finished': [UNUSUAL_ACTIVITIES_KEY],
};

export async function applyServerEvent(client: QueryClient, event: ServerEvent): Promise<void> {
  if (event.type === 'import.progress') await applyImportProgress(client, event);
  await refresh(client, OUTDATED_BY[event.type]);
}

export async function refresh(client: QueryClient, keys: QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** After a gap in the stream nobody knows what was missed: everything but the user is read again. */
export async function refreshAll(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== CURRENT_USER_KEY[0] });
}

/** From here an import goes on when somebody says so, in this browser or another. */
const RESUMABLE: ImportState[] = ['needs_mapping', 'failed'];

/**
 * Progress comes several times a second: it is written into the list in place. Only an import that is not known to run
 * is read.
 */
async function applyImportProgress(
  client: QueryClient,
  progress: Extract<ServerEvent, { type: 'import.progress' }>,
): Promise<void> {
  const imports = client.getQueryData<ImportSummary[]>(IMPORTS_KEY);
  if (imports === undefined) return;
  const known = imports.find(({ importId }) => importId === progress.importId);
  if (known === undefined || RESUMABLE.includes(known.state)) return refresh(client, [IMPORTS_KEY]);
  client.setQueryData<ImportSummary[]>(
    IMPORTS_KEY,
    imports.map((summary) =>
      summary.importId === progress.importId ? advance(summary, progress.bytesRead) : summary,
    ),
  );
}

/** Events may arrive late or twice: progress never runs backwards and never re-opens a finished import. */
function advance(summary: ImportSummary, bytesRead: number): ImportSummary {
  const open = summary.state === 'received' || summary.state === 'importing';
  if (!open) return summary;
  const furthest = Math.max(summary.bytesRead, bytesRead);
  return Object.assign({}, summary, { state: 'importing' as const, bytesRead: furthest });
}
