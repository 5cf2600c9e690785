import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson, requestPage } from './api-client.ts';

export const AUDIT_EVENTS_KEY = ['/api/audit-events'] as const;

export function listAuditEvents(query: URLSearchParams) {
  const path = `/api/audit-events?${query.toString()}`;
  return queryOptions({
    queryKey: [...AUDIT_EVENTS_KEY, query.toString()],
    queryFn: ({ signal }) => requestPage<AuditEvent>(path, signal),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

export function getAuditEvent(seq: number) {
  return queryOptions({
    queryKey: [...AUDIT_EVENTS_KEY, seq],
    queryFn: ({ signal }) => requestJson<AuditEvent>(`/api/audit-events/${seq}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
