import type { AlertContext } from '@clearwatch/contracts/alerts.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';
import { UNUSUAL_ACTIVITIES_KEY } from './list-unusual-activities.ts';

/** The member around an alert: the account's days with money, and other alerts. */
export function getAlertSurroundings(id: number) {
  return queryOptions({
    queryKey: [...UNUSUAL_ACTIVITIES_KEY, id, 'surroundings'],
    queryFn: ({ signal }) =>
      requestJson<AlertContext>(`/api/unusual-activities/${id}/surroundings`, { signal }),
  });
}
