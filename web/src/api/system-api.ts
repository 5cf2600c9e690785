import type { RetentionReport } from '@clearwatch/contracts/retention.dto';
import type { FailedJob, HealthReport, SystemStatus } from '@clearwatch/contracts/system-status.dto';
import { queryOptions } from '@tanstack/react-query';
import { request, requestJson } from './api-client.ts';

const POLL_INTERVAL_MS = 15_000;

const STATUS_KEY = ['/api/system/status'];
const FAILED_JOBS_KEY = ['/api/system/failed-jobs'];
export const FAILED_JOB_QUERIES = [STATUS_KEY, FAILED_JOBS_KEY];

export function getSystemStatus({ isWatched }: { isWatched: boolean }) {
  return queryOptions({
    queryKey: STATUS_KEY,
    queryFn: ({ signal }) => requestJson<SystemStatus>('/api/system/status', { signal, background: true }),
    refetchOnMount: 'always',
    refetchInterval: isWatched ? POLL_INTERVAL_MS : false,
  });
}

export function listFailedJobs() {
  return queryOptions({
    queryKey: FAILED_JOBS_KEY,
    queryFn: ({ signal }) =>
      requestJson<FailedJob[]>('/api/system/failed-jobs', { signal, background: true }),
    refetchOnMount: 'always',
    refetchInterval: POLL_INTERVAL_MS,
  });
}

export async function retryFailedJob({ queue, id }: FailedJob): Promise<void> {
  await request(`/api/system/failed-jobs/${queue}/${id}/retry`, { method: 'POST' });
}

export async function discardFailedJob({ queue, id }: FailedJob): Promise<void> {
  await request(`/api/system/failed-jobs/${queue}/${id}`, { method: 'DELETE' });
}

export function getRetention() {
  return queryOptions({
    queryKey: ['/api/system/retention'],
    queryFn: ({ signal }) => requestJson<RetentionReport>('/api/system/retention', { signal }),
    refetchOnMount: 'always',
  });
}

export function checkHealth(): Promise<HealthReport> {
  return requestJson('/api/health');
}
