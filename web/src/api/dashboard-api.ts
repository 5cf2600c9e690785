import type { ChartPoint, MemberSummary, MetricsResponse } from '@clearwatch/contracts/dashboard.dto';
import { jsonQuery } from './api-client.ts';

export const CHART_KEY = ['/api/transactions/chart'] as const;
export const METRICS_KEY = ['/api/metrics'] as const;
export const TOP_DEPOSITORS_KEY = ['/api/top-depositors'] as const;

export const getChart = (days: number) =>
  jsonQuery<ChartPoint[]>([...CHART_KEY, days], `/api/transactions/chart/${days}`);
/** Figures for the last `days` days and for the `days` days before them. */
export const getMetrics = (days: number) => jsonQuery<MetricsResponse>([...METRICS_KEY, days], `/api/metrics/${days}`);
export const listTopDepositors = ({ limit, days }: { limit: number; days: number }) =>
  jsonQuery<MemberSummary[]>([...TOP_DEPOSITORS_KEY, limit, days], `/api/top-depositors/${limit}/${days}`);
