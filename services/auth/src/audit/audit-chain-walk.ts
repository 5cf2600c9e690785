import type { AuditVerification } from '@clearwatch/contracts/audit-events.dto';
import { MIN_RETENTION_YEARS } from '@clearwatch/contracts/retention';
import {
  type AuditKeys,
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

export const HEAD_LABEL = 'The mark that says how far the log goes';

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

/** "Event 812 of Nov 20, 2026 09:14 UTC" */
function describeEvent(event: { seq: number; at: string }): string {
  return `Event ${event.seq} of ${TIME_FORMAT.format(new Date(event.at)).replace(/, (?=\d\d:)/, ' ')} UTC`;
}

/** "October 2026" @param month its first day, ISO */
export function describeMonth(month: string): string {
  return MONTH_FORMAT.format(new Date(`${month}T00:00:00Z`));
}

/** "Event 5 is" or "Events 5 to 7 are" */
function describeRange(first: number, last: number): string {
  return first === last ? `Event ${first} is` : `Events ${first} to ${last} are`;
}

/** The month an event is counted to, as its first day. */
export function monthOf(recordedAt: string): string {
  return `${recordedAt.slice(0, 7)}-01`;
}

/** @param what "The seal of October 2026", "Event 812 of …" */
function unknownKey(what: string, { seq, keyId }: { seq: number; keyId: string }): ChainBreak {
  const sentence = `${what} was made with the key ${keyId}, which is not among the audit keys. If the key was exchanged lately, restart Clearwatch.`;
  return { seq, problem: 'unknown_key', sentence };
}

export interface KeyedHead extends AuditHead {
  keyId: string;
  mac: string;
}

/** Where a walk begins: at the start of the log, or behind a month that was walked before or has expired. */
export type ChainPosition = Pick<AuditHead, 'seq' | 'hash'>;
export const CHAIN_START: ChainPosition = { seq: 0, hash: GENESIS };

/** Goes from event to event and says at the first that does not follow from the one before what is wrong. */
export class ChainWalk {
  private place: ChainPosition;
  private recordedAt = '';
  private readonly sealAt: ReadonlyMap<string, AuditSeal>;

  constructor(
    private readonly keys: AuditKeys,
    options: { from: ChainPosition; seals: readonly AuditSeal[] },
  ) {
    this.place = options.from;
    this.sealAt = new Map(options.seals.map((seal) => [seal.month, seal]));
  }

  /** The last event that was found in order. */
  get reached(): ChainPosition {
    return this.place;
  }

  /** @param event in the order of `seq` */
  next(event: StoredEvent): ChainBreak | null {
    const problem = this.problemOf(event);
    if (problem !== null) return problem;
    this.place = event;
    this.recordedAt = event.recordedAt;
    return null;
  }

  /** @param head null when there is none */
  end(head: KeyedHead | null): ChainBreak | null {
    const { seq, hash } = this.place;
    if (head === null) {
      return seq === 0 ? null : endBreak(seq, `${HEAD_LABEL} is gone.`);
    }
    const isRight = this.keys.isRight(head.keyId, canonicalHead(head), head.mac);
    if (isRight === null) return unknownKey(HEAD_LABEL, head);
    if (!isRight) return headBreak(seq, 'was altered after it was written.');
    if (head.seq > seq)
      return endBreak(seq + 1, `${describeRange(seq + 1, head.seq)} missing from the end of the log.`);
    if (head.seq < seq || head.hash !== hash) {
      return headBreak(seq, 'does not fit its newest event.');
    }
    const cutOff = [...this.sealAt.values()].find(({ lastSeq }) => lastSeq > seq);
    return cutOff === undefined
      ? null
      : endBreak(
          seq + 1,
          `${describeRange(seq + 1, cutOff.lastSeq)} missing from the end of the log: ${describeMonth(cutOff.month)} was sealed with more.`,
        );
  }

  private problemOf(event: StoredEvent): ChainBreak | null {
    const { place, keys } = this;
    const { seq } = event;
    if (seq > place.seq + 1) {
      const sentence = `${describeRange(place.seq + 1, seq - 1)} missing.`;
      return { seq: place.seq + 1, problem: 'missing', sentence };
    }
    if (seq <= place.seq) return altered(event, 'stands in front of the first event of the log.');
    const isRight = keys.isRight(event.keyId, canonicalText(event), event.hash);
    if (isRight === null) return unknownKey(describeEvent(event), event);
    if (!isRight) return altered(event, 'was altered after it was written.');
    if (event.previousHash !== place.hash || event.recordedAt < this.recordedAt) {
      return altered(event, 'does not follow the event before it.');
    }
    return this.sealProblemOf(event);
  }

  private sealProblemOf(event: StoredEvent): ChainBreak | null {
    const seal = this.sealAt.get(monthOf(event.recordedAt));
    const wasSealed =
      event.action === 'audit.sealed' &&
      event.subjectId !== null &&
      !this.sealAt.has(`${event.subjectId}-01`);
    if (wasSealed) {
      const sentence = `The seal of ${describeMonth(`${event.subjectId}-01`)} is gone.`;
      return { seq: event.seq, problem: 'seal', sentence };
    }
    if (seal === undefined) return null;
    const isInside = event.seq >= seal.firstSeq && event.seq <= seal.lastSeq;
    if (isInside && (event.seq !== seal.lastSeq || event.hash === seal.lastHash)) return null;
    const sentence = `${describeEvent(event)} does not fit the seal of ${describeMonth(seal.month)}.`;
    return { seq: event.seq, problem: 'seal', sentence };
  }
}

function altered(event: StoredEvent, what: string): ChainBreak {
  return { seq: event.seq, problem: 'altered', sentence: `${describeEvent(event)} ${what}` };
}

function endBreak(seq: number, sentence: string): ChainBreak {
  return { seq, problem: 'truncated', sentence };
}

function headBreak(seq: number, what: string): ChainBreak {
  return { seq, problem: 'altered', sentence: `${HEAD_LABEL} ${what}` };
}

/**
 * Months from the first day of a month until its events may be removed: the month itself, then the years for which the records
 * it speaks of are kept.
 */
export const retentionMonths = (keptYears: number): number => keptYears * 12 + 1;

/**
 * Checks the seals among themselves: their keys, their order without gaps, and that no month expired before its time.
 * A seal whose key has been retired is vouched for by the ones after it, so the newest must be by a key that is known.
 * @param seals oldest first
 * @param expired months, as their first days
 */
export function checkSeals(
  seals: readonly AuditSeal[],
  options: { expired: ReadonlySet<string>; keys: AuditKeys; asOf: Date },
): ChainBreak | null {
  const { expired, keys, asOf } = options;
  let previous: AuditSeal | undefined;
  for (const seal of seals) {
    const name = `The seal of ${describeMonth(seal.month)}`;
    const isRight = keys.isRight(seal.keyId, canonicalSeal(seal), seal.mac);
    if (isRight === false) return broken(seal, `${name} was altered after it was made.`);
    if (isRight === null && seal === seals.at(-1)) {
      return unknownKey(name, { seq: seal.firstSeq, keyId: seal.keyId });
    }
    if (!follows(seal, previous)) return broken(seal, `${name} does not follow the seal before it.`);
    if (seal.events !== seal.lastSeq - seal.firstSeq + 1)
      return broken(seal, `${name} was altered after it was made.`);
    if (expired.has(seal.month)) {
      if (previous !== undefined && !expired.has(previous.month)) {
        return broken(
          seal,
          `${describeMonth(seal.month)} is noted as expired, but the month before it is not.`,
        );
      }
      if (!mayHaveExpired(seal.month, { keptYears: MIN_RETENTION_YEARS, asOf })) {
        return broken(
          seal,
          `${describeMonth(seal.month)} is noted as expired, but its events are not older than ${MIN_RETENTION_YEARS} years.`,
        );
      }
    }
    previous = seal;
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

export function mayHaveExpired(
  month: string,
  { keptYears, asOf }: { keptYears: number; asOf: Date },
): boolean {
  const from = new Date(`${month}T00:00:00Z`);
  return from.setUTCMonth(from.getUTCMonth() + retentionMonths(keptYears)) <= asOf.getTime();
}

function broken(seal: AuditSeal, sentence: string): ChainBreak {
  return { seq: seal.firstSeq, problem: 'seal', sentence };
}
