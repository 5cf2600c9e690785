import type { Suppression, SuppressRequest } from '@clearwatch/contracts/alerts.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson, requestPage } from './api-client.ts';

export const SUPPRESSIONS_KEY = ['/api/detection/suppressions'] as const;

/** The longest page of the server. Suppressions in force come first, and there are few. */
const MAX_IN_FORCE = 500;

export function listSuppressions() {
  return queryOptions({
    queryKey: SUPPRESSIONS_KEY,
    queryFn: ({ signal }) =>
      requestPage<Suppression>(`/api/detection/suppressions?page=1&pageSize=${MAX_IN_FORCE}`, signal),
  });
}

export function listSuppressionPage({ page, pageSize }: { page: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...SUPPRESSIONS_KEY, { page, pageSize }],
    queryFn: ({ signal }) =>
      requestPage<Suppression>(`/api/detection/suppressions?page=${page}&pageSize=${pageSize}`, signal),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

export function addSuppression(request: SuppressRequest): Promise<Suppression> {
  return requestJson('/api/detection/suppressions', { method: 'POST', body: request });
}

export function liftSuppression(id: number): Promise<Suppression> {
  return requestJson(`/api/detection/suppressions/${id}`, { method: 'DELETE' });
}
