import type { RiskLevel } from '@clearwatch/contracts/alerts';
import type { AlertCounts, UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';
import { requestPage, requestTotal } from './page.ts';

export const UNUSUAL_ACTIVITIES_KEY = ['/api/unusual-activities'] as const;

/** One page of alerts in the server's order. `page` counts from 1. */
export function listUnusualActivities({ page, pageSize }: { page: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...UNUSUAL_ACTIVITIES_KEY, { page, pageSize }],
    queryFn: ({ signal }) =>
      requestPage<UnusualActivity>(`/api/unusual-activities?page=${page}&pageSize=${pageSize}`, signal),
  });
}

/** One page of alerts. @param query search, filters, sort, page and page size as the server names them */
export function searchUnusualActivities(query: string) {
  return queryOptions({
    queryKey: [...UNUSUAL_ACTIVITIES_KEY, 'search', query],
    queryFn: ({ signal }) => requestPage<UnusualActivity>(`/api/unusual-activities?${query}`, signal),
    // The page before stays until the next one is there: the list does not jump.
    placeholderData: keepPreviousData,
  });
}

/** How many alerts there are, by risk, state and category, and what they were looked for in. */
export function getAlertCounts() {
  return queryOptions({
    queryKey: [...UNUSUAL_ACTIVITIES_KEY, 'counts'],
    queryFn: ({ signal }) => requestJson<AlertCounts>('/api/unusual-activities/counts', { signal }),
  });
}

/** How many alerts nobody has reviewed yet, of one risk level or of all. */
export function countUnreviewed(riskLevel?: RiskLevel) {
  const risk = riskLevel === undefined ? '' : `&riskLevel=${riskLevel}`;
  return queryOptions({
    queryKey: [...UNUSUAL_ACTIVITIES_KEY, 'unreviewed', riskLevel ?? 'all'],
    queryFn: ({ signal }) => requestTotal(`/api/unusual-activities?reviewed=false&pageSize=1${risk}`, signal),
  });
}
