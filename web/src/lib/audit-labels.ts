import { AUDIT_ACTIONS, type AuditDetail, type AuditSubject } from '@clearwatch/contracts/audit-events';
import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import { formatUtcTime } from './date-format.ts';
import { formatCount } from './number-format.ts';

export function actionLabel(action: string): string {
  const known: Readonly<Record<string, { label: string }>> = AUDIT_ACTIONS;
  return Object.hasOwn(known, action) ? (known[action]?.label ?? action) : action;
}

export interface AuditDetailTerm {
  term: string;
  value: string;
}

const VALUE_LABELS: Readonly<Record<string, string>> = { totp: 'authenticator app' };

const TERM_LABELS: Readonly<Record<string, string>> = {
  wasDemanded: 'Change was required',
  tryOut: 'Backtest', // cspell:disable-line
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** `{ wasLocked: true }` → "Was locked: yes". "From" comes before "To". */
export function auditDetailTerms(detail: AuditDetail): AuditDetailTerm[] {
  return Object.entries(detail)
    .toSorted(([one], [other]) => Number(other === 'from') - Number(one === 'from'))
    .map(([key, value]) => ({ term: termLabel(key), value: valueText(value) }));
}

export function auditDetailSummary(detail: AuditDetail): string {
  return auditDetailTerms(Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== null)))
    .map(({ term, value }) => `${term}: ${value.replace(/^([\da-f]{12})[\da-f]{28,}$/, '$1…')}`)
    .join(' · ');
}

/** "lockedUntil", "wrong_code" → "Locked until", "Wrong code". */
function termLabel(key: string): string {
  if (Object.hasOwn(TERM_LABELS, key)) return TERM_LABELS[key] ?? key;
  const words = key
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueText(value: AuditDetail[string]): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return Number.isInteger(value) ? formatCount(value) : String(value);
  if (INSTANT.test(value)) return formatUtcTime(value);
  if (Object.hasOwn(VALUE_LABELS, value)) return VALUE_LABELS[value] ?? value;
  // Our own codes, such as "wrong_code".
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value;
}

const SUBJECT_LABELS: Record<AuditSubject, string> = {
  user: 'User',
  route: 'Request',
  import: 'Import',
  alert: 'Alert',
  transaction: 'Transaction',
  member: 'Member',
  audit: 'Audit log',
  key: 'Key',
  analysis: 'Analysis',
  policy: 'Detection policy version',
  suppression: 'Suppression',
  document: 'Document',
  document_layout: 'Document layout',
  report: 'Report',
  report_filter: 'Report filter',
  view: 'View',
  settings: 'Settings',
  job: 'Job',
  hold: 'Legal hold',
  retention: 'Retention',
  approval: 'Approval request',
};

export function subjectTypeLabel(subjectType: string): string {
  const known: Readonly<Record<string, string>> = SUBJECT_LABELS;
  return Object.hasOwn(known, subjectType) ? (known[subjectType] ?? subjectType) : subjectType;
}

type Subject = Pick<AuditEvent, 'subjectType' | 'subjectId' | 'subjectLabel'>;

/** "User lena", "Alert #17". */
export function subjectLabelOf({ subjectType, subjectId, subjectLabel }: Subject): string {
  const name = subjectLabel ?? subjectId?.replace(/^\d+$/, '#$&') ?? null;
  return name === null ? subjectTypeLabel(subjectType) : `${subjectTypeLabel(subjectType)} ${name}`;
}
