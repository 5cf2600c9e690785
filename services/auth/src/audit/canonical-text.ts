import type { AuditRow } from '@clearwatch/service-kit/audit/audit-row';

/** An event in its place in the chain. */
export interface ChainedEvent extends AuditRow {
  seq: number;
  /** ISO 8601, milliseconds; never earlier than that of the event before. */
  recordedAt: string;
  previousHash: string;
  keyId: string;
}

/** Before the first event. */
export const GENESIS = '0'.repeat(64);

/** What the hash of an event is made over: the same text for the same event, whoever writes it down. */
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
    // PostgreSQL keeps the members of a JSON object in an order of its own.
    Object.keys(detail)
      .toSorted()
      .map((name) => [name, detail[name]]),
  ]);
}

export function canonicalHead(head: {
  seq: number;
  hash: string;
  recordedAt: string;
  keyId: string;
}): string {
  return JSON.stringify(['clearwatch audit head 1', head.keyId, head.seq, head.hash, head.recordedAt]);
}
