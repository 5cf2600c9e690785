import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import { ALWAYS, jsonQuery, pageQuery } from './api-client.ts';

export const AUDIT_EVENTS_KEY = ['/api/audit-events'] as const;

export const listAuditEvents = (query: URLSearchParams) =>
  pageQuery<AuditEvent>([...AUDIT_EVENTS_KEY, query.toString()], `/api/audit-events?${query}`, ALWAYS);

/** Events never change. */
export const getAuditEvent = (seq: number) =>
  jsonQuery<AuditEvent>([...AUDIT_EVENTS_KEY, seq], `/api/audit-events/${seq}`);
