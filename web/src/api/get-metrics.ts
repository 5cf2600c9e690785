import type { MetricsResponse } from '@clearwatch/contracts/dashboard.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';

export const METRICS_KEY = ['/api/metrics'] as const;

/** Figures of the last `days` days beside those of the `days` days before. */
export function getMetrics(days: number) {
  return queryOptions({
    queryKey: [...METRICS_KEY, days],
    queryFn: ({ signal }) => requestJson<MetricsResponse>(`/api/metrics/${days}`, { signal }),
  });
}
