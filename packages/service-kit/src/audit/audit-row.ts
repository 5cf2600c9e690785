import { randomUUID } from 'node:crypto';
import { AUDIT_ACTIONS } from '@clearwatch/contracts/audit/audit-actions';
import type { Actor } from '../identity/actor.ts';
import type { AuditEntry } from './audit-entry.ts';

/** An event on its way to the log: who, what, when, from where. */
export interface AuditRow {
  id: string;
  /** ISO 8601, milliseconds. */
  at: string;
  actorId: number | null;
  actorName: string;
  actorRole: string;
  address: string | null;
  requestId: string | null;
  action: string;
  subjectType: string;
  subjectId: string | null;
  subjectLabel: string | null;
  detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** Longest text kept of anything; a user name or a file name is far shorter. */
const LONGEST_TEXT = 500;

export function toAuditRow(actor: Actor, entry: AuditEntry, at = new Date()): AuditRow {
  const { action, subject, detail = {} } = entry;
  return {
    id: randomUUID(),
    at: at.toISOString(),
    actorId: actor.userId,
    actorName: plainText(actor.username),
    actorRole: actor.role,
    address: actor.address === null ? null : plainText(actor.address),
    requestId: actor.requestId,
    action,
    subjectType: AUDIT_ACTIONS[action].subject,
    subjectId: subject.id === null ? null : plainText(String(subject.id)),
    subjectLabel: subject.label === undefined || subject.label === null ? null : plainText(subject.label),
    detail: Object.fromEntries(
      Object.entries(detail)
        // JSON leaves out what is undefined; what is hashed must be what is stored.
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, typeof value === 'string' ? plainText(value) : value]),
    ),
  };
}

/**
 * What a user or a file is called must not forge a line, hide in a terminal or turn the text around: control and
 * direction characters become a visible sign. PostgreSQL takes no NUL and no lone surrogates.
 */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '\u{FFFD}')
    .slice(0, LONGEST_TEXT)
    .toWellFormed();
}
