import type { MemberSummary } from '@clearwatch/contracts/dashboard.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';

export const TOP_DEPOSITORS_KEY = ['/api/top-depositors'] as const;

/** The `limit` accounts with the highest credits of the last `days` days, highest first. */
export function listTopDepositors({ limit, days }: { limit: number; days: number }) {
  return queryOptions({
    queryKey: [...TOP_DEPOSITORS_KEY, limit, days],
    queryFn: ({ signal }) => requestJson<MemberSummary[]>(`/api/top-depositors/${limit}/${days}`, { signal }),
  });
}
