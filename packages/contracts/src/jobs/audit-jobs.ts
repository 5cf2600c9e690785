import { IsIn, IsUUID } from 'class-validator';
import { defineJob, PATIENT_RETRY, QUEUES } from './job-definition.ts';

/** The services that describe what they did in an outbox of their own; auth writes its events itself. */
export const AUDIT_SOURCES = ['gateway', 'ingest', 'analytics', 'reports'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

export class RecordAuditEventPayload {
  @IsIn(AUDIT_SOURCES) source!: AuditSource;
  @IsUUID() eventId!: string;
}

/** Command to auth: take this event out of the source's outbox into the audit log. */
export const RECORD_AUDIT_EVENT = defineJob({
  name: 'audit.record',
  queue: QUEUES.audit,
  payload: RecordAuditEventPayload,
  identity: ({ eventId }) => `audit.record-${eventId}`,
  retry: PATIENT_RETRY,
});
