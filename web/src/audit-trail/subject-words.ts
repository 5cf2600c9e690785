import type { AuditSubject } from '@clearwatch/contracts/audit-events';
import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';

const SUBJECTS: Record<AuditSubject, string> = {
  user: 'User',
  route: 'Call',
  import: 'Import',
  alert: 'Alert',
  transaction: 'Transaction',
  member: 'Member',
  audit: 'Audit log',
  key: 'Key',
  analysis: 'Analysis',
  policy: 'Detection policy version',
  suppression: 'Silence',
  document: 'Document',
  report: 'Report',
  report_filter: 'Report filter',
  view: 'View',
  settings: 'Settings',
  job: 'Job',
  hold: 'Legal hold',
  retention: 'Retention',
};

/** The kind of thing something was done to. A kind this version does not know keeps its name. */
export function subjectKind(subjectType: string): string {
  const known: Readonly<Record<string, string>> = SUBJECTS;
  return Object.hasOwn(known, subjectType) ? (known[subjectType] ?? subjectType) : subjectType;
}

/** What something was done to: "User lena", "Alert #17". */
export function subjectWords({
  subjectType,
  subjectId,
  subjectLabel,
}: Pick<AuditEvent, 'subjectType' | 'subjectId' | 'subjectLabel'>): string {
  const name = subjectLabel ?? numbered(subjectId);
  return name === null ? subjectKind(subjectType) : `${subjectKind(subjectType)} ${name}`;
}

function numbered(id: string | null): string | null {
  return id !== null && /^\d+$/.test(id) ? `#${id}` : id;
}
