import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson, requestPage } from './api-client.ts';

export const AUDIT_EVENTS_KEY = ['/api/audit-events'] as const;

/** One page of the audit log, newest first. `query` holds the filters, the page and its size. */
export function listAuditEvents(query: URLSearchParams) {
  const path = `/api/audit-events?${query.toString()}`;
  return queryOptions({
    queryKey: [...AUDIT_EVENTS_KEY, query.toString()],
    queryFn: ({ signal }) => requestPage<AuditEvent>(path, signal),
    // Something is recorded all the time.
    refetchOnMount: 'always',
    // The page before stays until the next one is there: the table does not jump.
    placeholderData: keepPreviousData,
  });
}

/** One event by its place in the chain. */
export function getAuditEvent(seq: number) {
  return queryOptions({
    queryKey: [...AUDIT_EVENTS_KEY, seq],
    queryFn: ({ signal }) => requestJson<AuditEvent>(`/api/audit-events/${seq}`, { signal }),
    // What was written does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
