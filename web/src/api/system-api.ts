import type { RetentionReport } from '@clearwatch/contracts/retention.dto';
import type { FailedJob, HealthReport, SystemStatus } from '@clearwatch/contracts/system-status.dto';
import { queryOptions } from '@tanstack/react-query';
import { ALWAYS, change, jsonQuery, requestJson } from './api-client.ts';

const POLL_INTERVAL_MS = 15_000;
const STATUS_KEY = ['/api/system/status'];
const FAILED_JOBS_KEY = ['/api/system/failed-jobs'];
export const FAILED_JOB_QUERIES = [STATUS_KEY, FAILED_JOBS_KEY];

export function getSystemStatus({ isWatched }: { isWatched: boolean }) {
  return queryOptions({
    ...ALWAYS,
    queryKey: STATUS_KEY,
    queryFn: ({ signal }) => requestJson<SystemStatus>('/api/system/status', { signal, background: true }),
    refetchInterval: isWatched ? POLL_INTERVAL_MS : false,
  });
}

export function listFailedJobs() {
  return queryOptions({
    ...ALWAYS,
    queryKey: FAILED_JOBS_KEY,
    queryFn: ({ signal }) => requestJson<FailedJob[]>('/api/system/failed-jobs', { signal, background: true }),
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Both return 404 when another user has already retried or discarded the job. */
export const retryFailedJob = ({ queue, id }: FailedJob) =>
  change('POST', `/api/system/failed-jobs/${queue}/${id}/retry`);
export const discardFailedJob = ({ queue, id }: FailedJob) =>
  change('DELETE', `/api/system/failed-jobs/${queue}/${id}`);

export const getRetention = () =>
  jsonQuery<RetentionReport>(['/api/system/retention'], '/api/system/retention', ALWAYS);
/** With a 503, the error text contains the report. */
export const checkHealth = () => requestJson<HealthReport>('/api/health');
