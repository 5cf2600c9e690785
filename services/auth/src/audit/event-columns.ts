import type { AuditRow } from '@clearwatch/service-kit/audit/audit-row';
import { instantOf, integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row';
import type { ChainedEvent } from './canonical-text.ts';

/** What an outbox and the log have in common. */
export const EVENT_COLUMNS = `id::text, at, actor_id, actor_name, actor_role, address, request_id, action, subject_type,
  subject_id, subject_label, detail`;

export const STORED_EVENT_COLUMNS = `${EVENT_COLUMNS}, seq, recorded_at, previous_hash, key_id, hash`;

export interface StoredEvent extends ChainedEvent {
  hash: string;
}

export function toEventRow(row: Row): AuditRow {
  return {
    id: textOf(row, 'id'),
    at: instantOf(row, 'at'),
    actorId: nullable(integerOf, row, 'actor_id'),
    actorName: textOf(row, 'actor_name'),
    actorRole: textOf(row, 'actor_role'),
    address: nullable(textOf, row, 'address'),
    requestId: nullable(textOf, row, 'request_id'),
    action: textOf(row, 'action'),
    subjectType: textOf(row, 'subject_type'),
    subjectId: nullable(textOf, row, 'subject_id'),
    subjectLabel: nullable(textOf, row, 'subject_label'),
    detail: detailOf(row),
  };
}

/** Any text passes for an action: a row of an older or newer version must stay readable and verifiable. */
export function toStoredEvent(row: Row): StoredEvent {
  return {
    ...toEventRow(row),
    seq: integerOf(row, 'seq'),
    recordedAt: instantOf(row, 'recorded_at'),
    previousHash: textOf(row, 'previous_hash'),
    keyId: textOf(row, 'key_id'),
    hash: textOf(row, 'hash'),
  };
}

type Detail = AuditRow['detail'];

/** Flat by contract; what is not, as an altered row may be, is kept as text instead of being refused. */
function detailOf({ detail }: Row): Detail {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) {
    return { unreadable: JSON.stringify(detail) };
  }
  return Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, plain(value)]));
}

function plain(value: unknown): Detail[string] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null ? null : JSON.stringify(value);
}
