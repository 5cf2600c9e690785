import type { RiskLevel } from '@clearwatch/contracts/alerts';
import type {
  AlertContext,
  AlertCounts,
  AlertReplay,
  BulkReviewRequest,
  BulkReviewResponse,
  NextAlertResponse,
  ReviewRequest,
  UnusualActivity,
  UnusualActivityDetail,
} from '@clearwatch/contracts/alerts.dto';
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import { requestJson, requestPage, requestTotal } from './api-client.ts';
import { COMPANIES_KEY } from './companies-api.ts';
import { DETECTION_QUALITY_KEY } from './detection-api.ts';
import { MEMBERS_KEY } from './members-api.ts';

export const ALERTS_KEY = ['/api/unusual-activities'] as const;

export function listAlerts({ page, pageSize }: { page: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, { page, pageSize }],
    queryFn: ({ signal }) =>
      requestPage<UnusualActivity>(`/api/unusual-activities?page=${page}&pageSize=${pageSize}`, signal),
  });
}

export function searchAlerts(query: string) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'search', query],
    queryFn: ({ signal }) => requestPage<UnusualActivity>(`/api/unusual-activities?${query}`, signal),
    // Keeps the previous page until the next one arrives, so that the list does not jump.
    placeholderData: keepPreviousData,
  });
}

export function getAlertCounts() {
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'counts'],
    queryFn: ({ signal }) => requestJson<AlertCounts>('/api/unusual-activities/counts', { signal }),
  });
}

export function countUnreviewedAlerts(riskLevel?: RiskLevel) {
  const risk = riskLevel === undefined ? '' : `&riskLevel=${riskLevel}`;
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'unreviewed', riskLevel ?? 'all'],
    queryFn: ({ signal }) => requestTotal(`/api/unusual-activities?reviewed=false&pageSize=1${risk}`, signal),
  });
}

export const QUERIES_CHANGED_BY_REVIEW: QueryKey[] = [
  ALERTS_KEY,
  DETECTION_QUALITY_KEY,
  MEMBERS_KEY,
  COMPANIES_KEY,
];

export function reviewAlert(id: number, finding?: ReviewRequest): Promise<UnusualActivityDetail> {
  return requestJson(`/api/unusual-activities/${id}/review`, {
    method: 'PATCH',
    ...(finding && { body: finding }),
  });
}

export function reviewAlertsInBulk(decision: BulkReviewRequest): Promise<BulkReviewResponse> {
  return requestJson('/api/unusual-activities/bulk-review', { method: 'POST', body: decision });
}

export function assignAlertToMe(id: number): Promise<UnusualActivity> {
  return requestJson(`/api/unusual-activities/${id}/assignment`, { method: 'PUT' });
}

export function releaseAlert(id: number): Promise<UnusualActivity> {
  return requestJson(`/api/unusual-activities/${id}/assignment`, { method: 'DELETE' });
}

interface ReopenRequest {
  id: number;
  reason: string;
  reviewedAt?: string;
}

export function reopenAlert({ id, ...request }: ReopenRequest): Promise<UnusualActivityDetail> {
  return requestJson(`/api/unusual-activities/${id}/reopen`, { method: 'POST', body: request });
}

export function takeNextAlert(): Promise<NextAlertResponse> {
  return requestJson('/api/unusual-activities/next', { method: 'POST' });
}

export function getAlertContext(id: number) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, id, 'surroundings'],
    queryFn: ({ signal }) =>
      requestJson<AlertContext>(`/api/unusual-activities/${id}/surroundings`, { signal }),
  });
}

export function getAlert(id: number) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, id],
    queryFn: ({ signal }) => requestJson<UnusualActivityDetail>(`/api/unusual-activities/${id}`, { signal }),
  });
}

export function replayAlert(id: number): Promise<AlertReplay> {
  return requestJson(`/api/unusual-activities/${id}/replay`);
}
