import type { HoldState, LegalHold, PlaceHoldRequest } from '@clearwatch/contracts/retention.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson, requestPage } from './api-client.ts';

export const LEGAL_HOLDS_KEY = ['/api/legal-holds'] as const;

export interface HoldQuery {
  state: HoldState | null;
  search: string;
  page: number;
  pageSize: number;
}

export function listHolds({ state, search, page, pageSize }: HoldQuery) {
  const query = new URLSearchParams({ page: String(page), pageSize: String(pageSize) });
  if (state !== null) query.set('state', state);
  if (search !== '') query.set('search', search);
  return queryOptions({
    queryKey: [...LEGAL_HOLDS_KEY, { state, search, page, pageSize }],
    queryFn: ({ signal }) => requestPage<LegalHold>(`/api/legal-holds?${query}`, signal),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

export function listAccountHolds(accountNumber: string) {
  const query = new URLSearchParams({ state: 'standing', accountNumber });
  return queryOptions({
    queryKey: [...LEGAL_HOLDS_KEY, { accountNumber }],
    queryFn: ({ signal }) => requestPage<LegalHold>(`/api/legal-holds?${query}`, signal),
    refetchOnMount: 'always',
  });
}

export function placeHold(request: PlaceHoldRequest): Promise<LegalHold> {
  return requestJson('/api/legal-holds', { method: 'POST', body: request });
}

export function releaseHold(id: number, reason: string): Promise<LegalHold> {
  return requestJson(`/api/legal-holds/${id}/release`, { method: 'POST', body: { reason } });
}
