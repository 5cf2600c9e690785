import type { ChartPoint } from '@clearwatch/contracts/dashboard.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';

export const CHART_KEY = ['/api/transactions/chart'] as const;

/** Credits and debits per week over the last `days` days, oldest first. */
export function getChart(days: number) {
  return queryOptions({
    queryKey: [...CHART_KEY, days],
    queryFn: ({ signal }) => requestJson<ChartPoint[]>(`/api/transactions/chart/${days}`, { signal }),
  });
}
