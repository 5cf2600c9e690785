import type { AuditAction } from '@clearwatch/contracts/audit/audit-actions';
import type { AuditEvent } from '@clearwatch/contracts/audit/audit-event';
import type { StoredEvent } from '../event-columns.ts';

export function toAuditEvent(event: StoredEvent): AuditEvent {
  return {
    seq: event.seq,
    at: event.at,
    actorId: event.actorId,
    actorName: event.actorName,
    actorRole: event.actorRole,
    // Another version may have written one this one does not know: it is shown as it stands.
    action: event.action as AuditAction,
    subjectType: event.subjectType,
    subjectId: event.subjectId,
    subjectLabel: event.subjectLabel,
    address: event.address,
    requestId: event.requestId,
    detail: event.detail,
    hash: event.hash,
  };
}
