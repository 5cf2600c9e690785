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

/** One page of alerts in the server's order. `page` counts from 1. */
export function listAlerts({ page, pageSize }: { page: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, { page, pageSize }],
    queryFn: ({ signal }) =>
      requestPage<UnusualActivity>(`/api/unusual-activities?page=${page}&pageSize=${pageSize}`, signal),
  });
}

/** One page of alerts. @param query search, filters, sort, page and page size as the server names them */
export function searchAlerts(query: string) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'search', query],
    queryFn: ({ signal }) => requestPage<UnusualActivity>(`/api/unusual-activities?${query}`, signal),
    // The page before stays until the next one is there: the list does not jump.
    placeholderData: keepPreviousData,
  });
}

/** How many alerts there are, by risk, state and category, and what they were looked for in. */
export function getAlertCounts() {
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'counts'],
    queryFn: ({ signal }) => requestJson<AlertCounts>('/api/unusual-activities/counts', { signal }),
  });
}

/** How many alerts nobody has reviewed yet, of one risk level or of all. */
export function countUnreviewedAlerts(riskLevel?: RiskLevel) {
  const risk = riskLevel === undefined ? '' : `&riskLevel=${riskLevel}`;
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'unreviewed', riskLevel ?? 'all'],
    queryFn: ({ signal }) => requestTotal(`/api/unusual-activities?reviewed=false&pageSize=1${risk}`, signal),
  });
}

/** What a decision makes out of date: the alerts, the rules judged by them, and the risk of members and companies. */
export const QUERIES_CHANGED_BY_REVIEW: QueryKey[] = [
  ALERTS_KEY,
  DETECTION_QUALITY_KEY,
  MEMBERS_KEY,
  COMPANIES_KEY,
];

/** 409 when another analyst has reviewed it meanwhile or works on it. */
export function reviewAlert(id: number, finding?: ReviewRequest): Promise<UnusualActivityDetail> {
  return requestJson(`/api/unusual-activities/${id}/review`, {
    method: 'PATCH',
    ...(finding && { body: finding }),
  });
}

/** One outcome and note for several alerts; what cannot be decided is left as it is and counted. */
export function reviewAlertsInBulk(decision: BulkReviewRequest): Promise<BulkReviewResponse> {
  return requestJson('/api/unusual-activities/bulk-review', { method: 'POST', body: decision });
}

/** Takes an alert on, or renews the lock of who has it. 409 when somebody else works on it or it is decided. */
export function assignAlertToMe(id: number): Promise<UnusualActivity> {
  return requestJson(`/api/unusual-activities/${id}/assignment`, { method: 'PUT' });
}

/** Anybody may take it on again. */
export function releaseAlert(id: number): Promise<UnusualActivity> {
  return requestJson(`/api/unusual-activities/${id}/assignment`, { method: 'DELETE' });
}

interface ReopenRequest {
  id: number;
  reason: string;
  /** Of the decision that is meant, where no other may be taken back. */
  reviewedAt?: string;
}

/** Takes a decision back; the reason stays in the alert's history. 409 when it is open already or decided anew. */
export function reopenAlert({ id, ...request }: ReopenRequest): Promise<UnusualActivityDetail> {
  return requestJson(`/api/unusual-activities/${id}/reopen`, { method: 'POST', body: request });
}

/** Takes on the alert that should be looked at next, so that nobody else gets the same one. */
export function takeNextAlert(): Promise<NextAlertResponse> {
  return requestJson('/api/unusual-activities/next', { method: 'POST' });
}

/** The member around an alert: the account's days with money, and other alerts. */
export function getAlertContext(id: number) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, id, 'surroundings'],
    queryFn: ({ signal }) =>
      requestJson<AlertContext>(`/api/unusual-activities/${id}/surroundings`, { signal }),
  });
}

/** One alert with its evidence. */
export function getAlert(id: number) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, id],
    queryFn: ({ signal }) => requestJson<UnusualActivityDetail>(`/api/unusual-activities/${id}`, { signal }),
  });
}

/** The alert computed again from the entries of then. Changes nothing; that it was done is kept in the audit log. */
export function replayAlert(id: number): Promise<AlertReplay> {
  return requestJson(`/api/unusual-activities/${id}/replay`);
}
