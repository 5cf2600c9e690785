import type { HoldState, LegalHold, PlaceHoldRequest } from '@clearwatch/contracts/retention.dto';
import { queryOptions } from '@tanstack/react-query';
import { ALWAYS, pageQuery, post, requestPage } from './api-client.ts';

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
  const key = [...LEGAL_HOLDS_KEY, { state, search, page, pageSize }];
  return pageQuery<LegalHold>(key, `/api/legal-holds?${query}`, ALWAYS);
}

/** Holds in force on an account, including holds on everything. */
export function listAccountHolds(accountNumber: string) {
  const query = new URLSearchParams({ state: 'standing', accountNumber });
  return queryOptions({
    ...ALWAYS,
    queryKey: [...LEGAL_HOLDS_KEY, { accountNumber }],
    queryFn: ({ signal }) => requestPage<LegalHold>(`/api/legal-holds?${query}`, signal),
  });
}

export const placeHold = (body: PlaceHoldRequest) => post<LegalHold>('/api/legal-holds', body);
/** 409 when it has already been released. */
export const releaseHold = (id: number, reason: string) =>
  post<LegalHold>(`/api/legal-holds/${id}/release`, { reason });
