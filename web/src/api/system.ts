import type { HealthReport } from '@clearwatch/contracts/http/health';
import type { RetentionReport } from '@clearwatch/contracts/http/retention';
import type { SystemStatus } from '@clearwatch/contracts/http/system-status';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';

/** Often enough to see something come back, seldom enough to be no load. */
const ASK_EVERY_MS = 15_000;

/** How the system is; asked again by itself while somebody looks. */
export function getSystemStatus({ isWatched }: { isWatched: boolean }) {
  return queryOptions({
    queryKey: ['/api/system/status'],
    queryFn: ({ signal }) => requestJson<SystemStatus>('/api/system/status', { signal, background: true }),
    refetchOnMount: 'always',
    refetchInterval: isWatched ? ASK_EVERY_MS : false,
  });
}

/** How long data are kept, and what is there. */
export function getRetention() {
  return queryOptions({
    queryKey: ['/api/system/retention'],
    queryFn: ({ signal }) => requestJson<RetentionReport>('/api/system/retention', { signal }),
    refetchOnMount: 'always',
  });
}

/** Asks at this moment. 503 as an error whose text is the report. */
export function askHealth(): Promise<HealthReport> {
  return requestJson('/api/health');
}
