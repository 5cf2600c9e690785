import type { ReportType } from '@clearwatch/contracts/ai-reports';
import type { Day } from '@clearwatch/domain/calendar/day';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { type Actor, systemActor } from '@clearwatch/service-kit/identity/actor';

/** A report as the audit log names it. */
export interface AuditedReport {
  reportId: number;
  title: string;
}

/** The worker acts on its own; what it does is joined to the request by the report's id. */
export function systemActorFor({ reportId }: Pick<AuditedReport, 'reportId'>): Actor {
  return systemActor(`report-${reportId}`);
}

/** What staff ask in their own words stays in the report: it may name a member. */
export function reportRequested(
  which: AuditedReport,
  scope: { reportType: ReportType; firstDay: Day | null; lastDay: Day | null },
): AuditEntry<'report.requested'> {
  return { action: 'report.requested', subject: reportAuditSubject(which), detail: { ...scope } };
}

export function reportComposed(
  which: AuditedReport,
  how: { writer: string; model: string | null; unboundCount: number },
): AuditEntry<'report.composed'> {
  return { action: 'report.composed', subject: reportAuditSubject(which), detail: { ...how } };
}

export function reportFailed(which: AuditedReport, code: string): AuditEntry<'report.failed'> {
  return { action: 'report.failed', subject: reportAuditSubject(which), detail: { code } };
}

export function reportCancelled(which: AuditedReport): AuditEntry<'report.cancelled'> {
  return { action: 'report.cancelled', subject: reportAuditSubject(which) };
}

export function reportViewed(which: AuditedReport): AuditEntry<'report.viewed'> {
  return { action: 'report.viewed', subject: reportAuditSubject(which) };
}

/** @param sha256 of the file's bytes, hex: tells later whether a file is the one that was given out */
export function reportExported(
  which: AuditedReport,
  file: { format: 'pdf' | 'markdown'; sha256: string },
): AuditEntry<'report.exported'> {
  return { action: 'report.exported', subject: reportAuditSubject(which), detail: { ...file } };
}

export function reportDeleted(which: AuditedReport): AuditEntry<'report.deleted'> {
  return { action: 'report.deleted', subject: reportAuditSubject(which) };
}

/** Reports that were kept as long as they are to be kept are gone. */
export function reportsExpired(detail: { reports: number; olderThan: Day }): AuditEntry<'report.expired'> {
  return { action: 'report.expired', subject: { type: 'report', id: null }, detail };
}

function reportAuditSubject({ reportId, title }: AuditedReport) {
  return { type: 'report', id: reportId, label: title } as const;
}
