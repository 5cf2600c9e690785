import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { AuditRow } from '@clearwatch/service-kit/audit/audit-outbox';
import {
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';

interface AuditKey {
  id: string;
  /** Prepared once: making it anew for each hash takes seven times as long as the hash. */
  secret: KeyObject;
}

/**
 * The keys that chain the audit log (HMAC-SHA-256, RFC 2104). A plain hash could be made anew by whoever can write the
 * table; a keyed one only by whoever also holds the key, which is not in the database.
 */
export class AuditKeys {
  private readonly keys: readonly [AuditKey, ...AuditKey[]];

  /** @param hexKeys the first makes hashes, all check them */
  constructor(hexKeys: string) {
    const [first, ...others] = hexKeys.split(',').map((hex) => {
      return { id: keyIdOf(hex), secret: createSecretKey(Buffer.from(hex, 'hex')) };
    });
    if (first === undefined) throw new Error('There is no key for the audit log');
    this.keys = [first, ...others];
  }

  get currentId(): string {
    return this.keys[0].id;
  }

  /** Hex, by the key in use. */
  mac(text: string): string {
    return hmac(this.keys[0], text);
  }

  /** @returns null when the key is not among ours */
  isRight(keyId: string, text: string, mac: string): boolean | null {
    const key = this.keys.find(({ id }) => id === keyId);
    if (key === undefined) return null;
    const [expected, actual] = [Buffer.from(hmac(key, text), 'utf8'), Buffer.from(mac, 'utf8')];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }
}

/** How a key is called where it may be seen: 8 hex digits that say nothing about it. */
export function keyIdOf(hexKey: string): string {
  return createHash('sha256').update(Buffer.from(hexKey, 'hex')).digest('hex').slice(0, 8);
}

function hmac({ secret }: AuditKey, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}

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
  return Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, toPlainValue(value)]));
}

function toPlainValue(value: unknown): Detail[string] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null ? null : JSON.stringify(value);
}

/** What a month's events were when the month was over: kept when they have expired. */
export interface SealText {
  /** First day, ISO. A month is a month of UTC by the time its events were recorded. */
  month: string;
  firstSeq: number;
  lastSeq: number;
  /** Hash of the event before the first. */
  previousHash: string;
  lastHash: string;
  /** ISO 8601. */
  sealedAt: string;
  /** Digest of the seal before, zeros for the first: a seal vouches for all before it. */
  previousSeal: string;
  keyId: string;
}

export interface AuditSeal extends SealText {
  events: number;
  mac: string;
}

export const SEAL_COLUMNS = `month::text, first_seq, last_seq, events, previous_hash, last_hash, sealed_at, previous_seal,
  key_id, mac`;

export function toSeal(row: Row): AuditSeal {
  return {
    month: textOf(row, 'month'),
    firstSeq: integerOf(row, 'first_seq'),
    lastSeq: integerOf(row, 'last_seq'),
    events: integerOf(row, 'events'),
    previousHash: textOf(row, 'previous_hash'),
    lastHash: textOf(row, 'last_hash'),
    sealedAt: instantOf(row, 'sealed_at'),
    previousSeal: textOf(row, 'previous_seal'),
    keyId: textOf(row, 'key_id'),
    mac: textOf(row, 'mac'),
  };
}

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

/** How the next seal refers to this one. */
export function digestOf(seal: AuditSeal): string {
  return createHash('sha256').update(canonicalSeal(seal)).update(seal.mac).digest('hex');
}
