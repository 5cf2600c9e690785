import { createHash } from 'node:crypto';
import { instantOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row';

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
