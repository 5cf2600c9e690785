import { AUDIT_ACTIONS } from '@clearwatch/contracts/audit/audit-actions';
import { csvLine } from '@clearwatch/service-kit/csv/csv-line';
import type { StoredEvent } from '../event-columns.ts';

export const AUDIT_CSV_HEADER = csvLine([
  'Number',
  'Time (UTC)',
  'User',
  'User id',
  'Role',
  'Action',
  'Action name',
  'Subject type',
  'Subject id',
  'Subject',
  'Address',
  'Details',
  'Request id',
  'Hash',
]);

export function toCsvLine(event: StoredEvent): string {
  return csvLine([
    event.seq,
    event.at,
    event.actorName,
    event.actorId,
    event.actorRole,
    labelOf(event.action),
    event.action,
    event.subjectType,
    event.subjectId,
    event.subjectLabel,
    event.address,
    Object.entries(event.detail)
      .map(([name, value]) => `${name}: ${value ?? 'none'}`)
      .join('; '),
    event.requestId,
    event.hash,
  ]);
}

/** An action of another version is called what it is called there. */
function labelOf(action: string): string {
  const known: Readonly<Record<string, { label: string }>> = AUDIT_ACTIONS;
  return Object.hasOwn(known, action) ? (known[action]?.label ?? action) : action;
}
