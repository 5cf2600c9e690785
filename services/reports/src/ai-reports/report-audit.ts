import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { type Actor, systemActor } from '@clearwatch/service-kit/identity/actor';

export interface AuditedReport {
  reportId: number;
  title: string;
}

/** The actor of the worker; the id of the report ties its entries to the request. */
export function systemActorFor({ reportId }: Pick<AuditedReport, 'reportId'>): Actor {
  return systemActor(`report-${reportId}`);
}

type ReportAction =
  `report.${'requested' | 'composed' | 'failed' | 'cancelled' | 'viewed' | 'exported' | 'deleted'}`;

/** @param detail never the prompt: it may name a member */
export function reportAuditEntry(
  action: ReportAction,
  { reportId, title }: AuditedReport,
  detail?: AuditEntry['detail'],
): AuditEntry<ReportAction> {
  const subject = { type: 'report', id: reportId, label: title } as const;
  return { action, subject, ...(detail !== undefined && { detail }) };
}
