import type { AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import { MIN_RETENTION_YEARS } from '@clearwatch/contracts/retention';
import type { ChainKeys } from '@clearwatch/service-kit/audit/chain-keys';
import {
  type AuditSeal,
  canonicalHead,
  canonicalSeal,
  canonicalText,
  digestOf,
  GENESIS,
  type StoredEvent,
} from './audit-chain.ts';
import type { AuditHead } from './audit-log.service.ts';

export type ChainBreak = NonNullable<AuditVerification['brokenAt']>;

export const HEAD_LABEL = 'The record of the newest event';

const TIME_FORMAT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const MONTH_FORMAT = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

function describeEvent(event: { seq: number; at: string }): string {
  return `Event ${event.seq} from ${TIME_FORMAT.format(new Date(event.at)).replace(/, (?=\d\d:)/, ' ')} UTC`;
}

/** @param month first day of the month, ISO 8601 */
export function describeMonth(month: string): string {
  return MONTH_FORMAT.format(new Date(`${month}T00:00:00Z`));
}

function describeRange(first: number, last: number): string {
  return first === last ? `Event ${first} is` : `Events ${first} to ${last} are`;
}

export function monthOf(recordedAt: string): string {
  return `${recordedAt.slice(0, 7)}-01`;
}

export function chainBreak(problem: ChainBreak['problem'], seq: number | null, sentence: string): ChainBreak {
  return { seq, problem, sentence };
}

function unknownKey(what: string, { seq, keyId }: { seq: number; keyId: string }): ChainBreak {
  return chainBreak(
    'unknown_key',
    seq,
    `${what} was made with the key ${keyId}, which is not among the audit keys. If the key was rotated recently, restart Clearwatch.`,
  );
}

export type KeyedHead = AuditHead & { keyId: string; mac: string };

export type ChainPosition = Pick<AuditHead, 'seq' | 'hash'>;

/** Position at the end of a sealed month, or at the start of the log if there is no seal. */
export function endOf(seal: AuditSeal | undefined): ChainPosition {
  return seal === undefined ? { seq: 0, hash: GENESIS } : { seq: seal.lastSeq, hash: seal.lastHash };
}

export class ChainWalk {
  /** Position of the last verified event. */
  reached: ChainPosition;
  private recordedAt = '';
  private readonly sealAt: ReadonlyMap<string, AuditSeal>;

  constructor(
    private readonly keys: ChainKeys,
    options: { from: ChainPosition; seals: readonly AuditSeal[] },
  ) {
    this.reached = options.from;
    this.sealAt = new Map(options.seals.map((seal) => [seal.month, seal]));
  }

  /** @param event events must arrive in `seq` order */
  next(event: StoredEvent): ChainBreak | null {
    const problem = this.problemOf(event);
    if (problem !== null) return problem;
    this.reached = event;
    this.recordedAt = event.recordedAt;
    return null;
  }

  /** @param head null when the log has no head */
  end(head: KeyedHead | null): ChainBreak | null {
    const { seq, hash } = this.reached;
    if (head === null) return seq === 0 ? null : chainBreak('truncated', seq, `${HEAD_LABEL} is missing.`);
    const isRight = this.keys.isRight(head.keyId, canonicalHead(head), head.mac);
    if (isRight === null) return unknownKey(HEAD_LABEL, head);
    if (!isRight) return chainBreak('altered', seq, `${HEAD_LABEL} was altered after it was written.`);
    const missing = (last: number) => `${describeRange(seq + 1, last)} missing from the end of the log`;
    if (head.seq > seq) return chainBreak('truncated', seq + 1, `${missing(head.seq)}.`);
    if (head.seq < seq || head.hash !== hash) {
      return chainBreak('altered', seq, `${HEAD_LABEL} does not match the end of the log.`);
    }
    const cutOff = [...this.sealAt.values()].find(({ lastSeq }) => lastSeq > seq);
    if (cutOff === undefined) return null;
    return chainBreak(
      'truncated',
      seq + 1,
      `${missing(cutOff.lastSeq)}: ${describeMonth(cutOff.month)} was sealed with more events.`,
    );
  }

  private problemOf(event: StoredEvent): ChainBreak | null {
    const { reached, keys } = this;
    const { seq } = event;
    const name = describeEvent(event);
    if (seq > reached.seq + 1) {
      const sentence = `${describeRange(reached.seq + 1, seq - 1)} missing.`;
      return chainBreak('missing', reached.seq + 1, sentence);
    }
    if (seq <= reached.seq) return chainBreak('altered', seq, `${name} comes before the first event in the log.`);
    const isRight = keys.isRight(event.keyId, canonicalText(event), event.hash);
    if (isRight === null) return unknownKey(name, event);
    if (!isRight) return chainBreak('altered', seq, `${name} was altered after it was written.`);
    if (event.previousHash !== reached.hash || event.recordedAt < this.recordedAt) {
      return chainBreak('altered', seq, `${name} does not follow the event before it.`);
    }
    return this.sealProblemOf(event, name);
  }

  private sealProblemOf(event: StoredEvent, name: string): ChainBreak | null {
    const { seq, hash, action, subjectId } = event;
    if (action === 'audit.sealed' && subjectId !== null && !this.sealAt.has(`${subjectId}-01`)) {
      return chainBreak('seal', seq, `The seal for ${describeMonth(`${subjectId}-01`)} is missing.`);
    }
    const seal = this.sealAt.get(monthOf(event.recordedAt));
    if (seal === undefined) return null;
    const isInside = seq >= seal.firstSeq && seq <= seal.lastSeq;
    if (isInside && (seq !== seal.lastSeq || hash === seal.lastHash)) return null;
    return chainBreak('seal', seq, `${name} does not match the seal for ${describeMonth(seal.month)}.`);
  }
}

/** Months from the first day of a month until its events may be removed: the month itself plus the retention years. */
export const retentionMonths = (keptYears: number): number => keptYears * 12 + 1;

/**
 * Checks the keys and the order of the seals, and that no month expired too early. Later seals vouch for a seal whose
 * key is retired, so only the key of the newest seal must be known.
 * @param seals oldest first
 * @param expired first days of the months
 */
export function checkSeals(
  seals: readonly AuditSeal[],
  options: { expired: ReadonlySet<string>; keys: ChainKeys; asOf: Date },
): ChainBreak | null {
  const { expired, keys, asOf } = options;
  for (const [index, seal] of seals.entries()) {
    const month = describeMonth(seal.month);
    const name = `The seal for ${month}`;
    const isRight = keys.isRight(seal.keyId, canonicalSeal(seal), seal.mac);
    if (isRight === null && seal === seals.at(-1)) {
      return unknownKey(name, { seq: seal.firstSeq, keyId: seal.keyId });
    }
    const previous = seals[index - 1];
    const isExpired = expired.has(seal.month);
    const isOutOfOrder = previous !== undefined && !expired.has(previous.month);
    const isTooYoung = !mayHaveExpired(seal.month, { keptYears: MIN_RETENTION_YEARS, asOf });
    const tooYoung = `its events are less than ${MIN_RETENTION_YEARS} years old`;
    const [problem] = [
      isRight === false && `${name} was altered after it was made.`,
      !follows(seal, previous) && `${name} does not follow the seal before it.`,
      seal.events !== seal.lastSeq - seal.firstSeq + 1 && `${name} was altered after it was made.`,
      isExpired && isOutOfOrder && `${month} is marked as expired, but the month before it is not.`,
      isExpired && isTooYoung && `${month} is marked as expired, but ${tooYoung}.`,
    ].filter((sentence) => sentence !== false);
    if (problem !== undefined) return chainBreak('seal', seal.firstSeq, problem);
  }
  return null;
}

function follows(seal: AuditSeal, previous: AuditSeal | undefined): boolean {
  if (previous === undefined) {
    return seal.firstSeq === 1 && seal.previousHash === GENESIS && seal.previousSeal === GENESIS;
  }
  return (
    seal.firstSeq === previous.lastSeq + 1 &&
    seal.previousHash === previous.lastHash &&
    seal.previousSeal === digestOf(previous)
  );
}

export function mayHaveExpired(month: string, { keptYears, asOf }: { keptYears: number; asOf: Date }): boolean {
  const from = new Date(`${month}T00:00:00Z`);
  return from.setUTCMonth(from.getUTCMonth() + retentionMonths(keptYears)) <= asOf.getTime();
}
