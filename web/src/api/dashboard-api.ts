import type { ChartPoint, MemberSummary, MetricsResponse } from '@clearwatch/contracts/dashboard.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './api-client.ts';

export const CHART_KEY = ['/api/transactions/chart'] as const;

export function getChart(days: number) {
  return queryOptions({
    queryKey: [...CHART_KEY, days],
    queryFn: ({ signal }) => requestJson<ChartPoint[]>(`/api/transactions/chart/${days}`, { signal }),
  });
}

export const METRICS_KEY = ['/api/metrics'] as const;

export function getMetrics(days: number) {
  return queryOptions({
    queryKey: [...METRICS_KEY, days],
    queryFn: ({ signal }) => requestJson<MetricsResponse>(`/api/metrics/${days}`, { signal }),
  });
}

export const TOP_DEPOSITORS_KEY = ['/api/top-depositors'] as const;

export function listTopDepositors({ limit, days }: { limit: number; days: number }) {
  return queryOptions({
    queryKey: [...TOP_DEPOSITORS_KEY, limit, days],
    queryFn: ({ signal }) => requestJson<MemberSummary[]>(`/api/top-depositors/${limit}/${days}`, { signal }),
  });
}
