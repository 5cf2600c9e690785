import type { RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import type { UnusualActivity } from '@clearwatch/contracts/http/unusual-activities';
import { queryOptions } from '@tanstack/react-query';
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

/** How many alerts nobody has reviewed yet, of one risk level or of all. */
export function countUnreviewed(riskLevel?: RiskLevel) {
  const risk = riskLevel === undefined ? '' : `&riskLevel=${riskLevel}`;
  return queryOptions({
    queryKey: [...UNUSUAL_ACTIVITIES_KEY, 'unreviewed', riskLevel ?? 'all'],
    queryFn: ({ signal }) => requestTotal(`/api/unusual-activities?reviewed=false&pageSize=1${risk}`, signal),
  });
}
