import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';
import { UNUSUAL_ACTIVITIES_KEY } from './list-unusual-activities.ts';

/** One alert with its evidence. */
export function getUnusualActivity(id: number) {
  return queryOptions({
    queryKey: [...UNUSUAL_ACTIVITIES_KEY, id],
    queryFn: ({ signal }) => requestJson<UnusualActivityDetail>(`/api/unusual-activities/${id}`, { signal }),
  });
}
