import { createHash } from 'node:crypto';
import type { AuditDetail } from '@clearwatch/contracts/audit-events';
import { AUDIT_ROW, type AuditRow } from '@clearwatch/service-kit/audit/audit-outbox';
import { type ReadRow, RowReader } from '@clearwatch/service-kit/database/query-rows';
import type { Row } from '@clearwatch/service-kit/database/row-readers';

/** `recordedAt` is never earlier than that of the previous event. */
const CHAINED = new RowReader({
  integer: ['seq'],
  instant: ['recordedAt'],
  text: ['previousHash', 'keyId', 'hash'],
});
export type StoredEvent = AuditRow & ReadRow<typeof CHAINED>;
export type ChainedEvent = Omit<StoredEvent, 'hash'>;

export const GENESIS = '0'.repeat(64);

export function canonicalText(event: ChainedEvent): string {
  const { detail } = event;
  return JSON.stringify([
    'clearwatch audit event 1',
    event.keyId,
    event.seq,
    event.previousHash,
    event.id,
    event.at,
    event.recordedAt,
    event.actorId,
    event.actorName,
    event.actorRole,
    event.address,
    event.requestId,
    event.action,
    event.subjectType,
    event.subjectId,
    event.subjectLabel,
    // PostgreSQL does not keep the order of jsonb keys.
    Object.keys(detail)
      .toSorted()
      .map((name) => [name, detail[name]]),
  ]);
}

export function canonicalHead(head: Pick<StoredEvent, 'seq' | 'hash' | 'recordedAt' | 'keyId'>): string {
  return JSON.stringify(['clearwatch audit head 1', head.keyId, head.seq, head.hash, head.recordedAt]);
}

/** Columns that the outboxes and the log share. */
export const EVENT_COLUMNS = `id::text, at, actor_id, actor_name, actor_role, address, request_id, action, subject_type,
  subject_id, subject_label, detail`;

export const STORED_EVENT_COLUMNS = `${EVENT_COLUMNS}, seq, recorded_at, previous_hash, key_id, hash`;

export function toEventRow(row: Row): AuditRow {
  return { ...AUDIT_ROW.read(row), detail: detailOf(row) };
}

/** Accepts any text as an action, because rows written by other versions must remain verifiable. */
export function toStoredEvent(row: Row): StoredEvent {
  return { ...toEventRow(row), ...CHAINED.read(row) };
}

/** Details are flat by contract. Nested values in an altered row become text. */
function detailOf({ detail }: Row): AuditDetail {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) {
    return { unreadable: JSON.stringify(detail) };
  }
  return Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, toPlainValue(value)]));
}

function toPlainValue(value: unknown): AuditDetail[string] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null ? null : JSON.stringify(value);
}

/**
 * Retained after the month's events have expired. `month` is the first day of the UTC month of `recordedAt`.
 * `previousSeal` is the digest of the seal before it (zeros for the first), so each seal covers all earlier ones.
 */
export const SEAL = new RowReader({
  text: ['month', 'previousHash', 'lastHash', 'previousSeal', 'keyId', 'mac'],
  integer: ['firstSeq', 'lastSeq', 'events'],
  instant: ['sealedAt'],
});
export type AuditSeal = ReadRow<typeof SEAL>;
export type SealText = Omit<AuditSeal, 'events' | 'mac'>;

export const SEAL_COLUMNS = `month::text, first_seq, last_seq, events, previous_hash, last_hash, sealed_at, previous_seal,
  key_id, mac`;

export function canonicalSeal(seal: SealText): string {
  return JSON.stringify([
    'clearwatch audit seal 1',
    seal.keyId,
    seal.month,
    seal.firstSeq,
    seal.lastSeq,
    seal.previousHash,
    seal.lastHash,
    seal.sealedAt,
    seal.previousSeal,
  ]);
}

export function digestOf(seal: AuditSeal): string {
  return createHash('sha256').update(canonicalSeal(seal)).update(seal.mac).digest('hex');
}
