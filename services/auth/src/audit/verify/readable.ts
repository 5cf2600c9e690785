import { instantOf, integerOf, type Row, textOf } from '@clearwatch/service-kit/database/row';
import { type StoredEvent, toStoredEvent } from '../event-columns.ts';
import { type AuditSeal, toSeal } from '../seal/audit-seal.ts';
import { type ChainBreak, MARK, monthInWords } from './chain-break.ts';
import type { KeyedHead } from './chain-walk.ts';

/** The log writes nothing it could not read again; whoever alters a row may. */
export class UnreadableRow extends Error {
  constructor(readonly found: ChainBreak) {
    super(found.sentence);
    this.name = 'UnreadableRow';
  }
}

/** @throws UnreadableRow */
export function readEvent(row: Row): StoredEvent {
  try {
    return toStoredEvent(row);
  } catch {
    const seq = Number(row['seq']);
    throw new UnreadableRow({
      seq: Number.isSafeInteger(seq) ? seq : null,
      problem: 'altered',
      sentence: `Event ${String(row['seq'])} was altered after it was written.`,
    });
  }
}

/** @throws UnreadableRow */
export function readHead(row: Row): KeyedHead {
  try {
    return {
      seq: integerOf(row, 'seq'),
      hash: textOf(row, 'hash'),
      recordedAt: instantOf(row, 'recorded_at'),
      keyId: textOf(row, 'key_id'),
      mac: textOf(row, 'mac'),
    };
  } catch {
    const sentence = `${MARK} was altered after it was written.`;
    throw new UnreadableRow({ seq: null, problem: 'altered', sentence });
  }
}

/** @throws UnreadableRow */
export function readSeal(row: Row): AuditSeal {
  try {
    return toSeal(row);
  } catch {
    const sentence = `The seal of ${monthInWords(textOf(row, 'month'))} was altered after it was made.`;
    throw new UnreadableRow({ seq: null, problem: 'seal', sentence });
  }
}
