import type { Suppression, SuppressRequest } from '@clearwatch/contracts/alerts.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson, requestPage } from './api-client.ts';

export const SUPPRESSIONS_KEY = ['/api/detection/suppressions'] as const;

/** The longest page the server gives: those in force stand first, and an institution has few of them. */
const MAX_IN_FORCE = 500;

/** Silences of rules about accounts, those in force first. */
export function listSuppressions() {
  return queryOptions({
    queryKey: SUPPRESSIONS_KEY,
    queryFn: ({ signal }) =>
      requestPage<Suppression>(`/api/detection/suppressions?page=1&pageSize=${MAX_IN_FORCE}`, signal),
  });
}

/** One page of all that ever were: those in force first, then newest first. `page` counts from 1. */
export function listSuppressionPage({ page, pageSize }: { page: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...SUPPRESSIONS_KEY, { page, pageSize }],
    queryFn: ({ signal }) =>
      requestPage<Suppression>(`/api/detection/suppressions?page=${page}&pageSize=${pageSize}`, signal),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

/** 409 when the rule is silent about the account already. */
export function addSuppression(request: SuppressRequest): Promise<Suppression> {
  return requestJson('/api/detection/suppressions', { method: 'POST', body: request });
}

/** 409 when it was lifted before or has run out. */
export function liftSuppression(id: number): Promise<Suppression> {
  return requestJson(`/api/detection/suppressions/${id}`, { method: 'DELETE' });
}
