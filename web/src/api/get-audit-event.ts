import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './http.ts';
import { AUDIT_EVENTS_KEY } from './list-audit-events.ts';

/** One event by its place in the chain. */
export function getAuditEvent(seq: number) {
  return queryOptions({
    queryKey: [...AUDIT_EVENTS_KEY, seq],
    queryFn: ({ signal }) => requestJson<AuditEvent>(`/api/audit-events/${seq}`, { signal }),
    // What was written does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
