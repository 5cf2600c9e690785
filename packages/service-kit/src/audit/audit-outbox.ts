import { randomUUID } from 'node:crypto';
import { AUDIT_ACTIONS, type AuditAction, type AuditDetail } from '@clearwatch/contracts/audit-events';
import { type ReadRow, RowReader } from '../database/query-rows.ts';
import type { Actor } from '../identity/actor.ts';

/** The actor and the time are added when the event is recorded. */
export interface AuditEntry<Action extends AuditAction = AuditAction> {
  action: Action;
  subject: {
    type: (typeof AUDIT_ACTIONS)[Action]['subject'];
    id: string | number | null;
    /** Name at the time of the event, because the user or file may be deleted later. */
    label?: string | null;
  };
  detail?: AuditDetail;
}

/** DDL for an audit outbox. An action's transaction adds events, auth copies them, and the relay deletes them. */
export function createAuditOutbox(schema: string): string {
  return `
    CREATE TABLE ${schema}.audit_outbox (
      id            uuid PRIMARY KEY,
      at            timestamptz NOT NULL,
      actor_id      integer,
      actor_name    text NOT NULL,
      actor_role    text NOT NULL,
      address       text,
      request_id    text,
      action        text NOT NULL,
      subject_type  text NOT NULL,
      subject_id    text,
      subject_label text,
      detail        jsonb NOT NULL
    );
    -- A day without auth piles up many; they are read in this order, page by page.
    CREATE INDEX audit_outbox_at ON ${schema}.audit_outbox (at, id);`;
}

/** Row in an outbox or the log, without `detail`. */
export const AUDIT_ROW = new RowReader({
  text: ['id', 'actorName', 'actorRole', 'action', 'subjectType'],
  'text?': ['address', 'requestId', 'subjectId', 'subjectLabel'],
  'integer?': ['actorId'],
  instant: ['at'],
});
export type AuditRow = ReadRow<typeof AUDIT_ROW> & { detail: AuditDetail };

/** Far longer than a username or file name. */
const MAX_TEXT_LENGTH = 500;

export function toAuditRow(actor: Actor, entry: AuditEntry, at = new Date()): AuditRow {
  const { action, subject, detail = {} } = entry;
  return {
    id: randomUUID(),
    at: at.toISOString(),
    actorId: actor.userId,
    actorName: sanitizeText(actor.username),
    actorRole: actor.role,
    address: actor.address === null ? null : sanitizeText(actor.address),
    requestId: actor.requestId,
    action,
    subjectType: AUDIT_ACTIONS[action].subject,
    subjectId: subject.id === null ? null : sanitizeText(String(subject.id)),
    subjectLabel: subject.label === undefined || subject.label === null ? null : sanitizeText(subject.label),
    detail: Object.fromEntries(
      Object.entries(detail)
        // JSON omits undefined values, and the hashed text must equal the stored one.
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, typeof value === 'string' ? sanitizeText(value) : value]),
    ),
  };
}

/** Truncates text and replaces characters that forge or hide it. PostgreSQL rejects NUL and lone surrogates. */
export function sanitizeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '\u{FFFD}')
    .slice(0, MAX_TEXT_LENGTH)
    .toWellFormed();
}
