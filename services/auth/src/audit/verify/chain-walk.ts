import type { AuditHead } from '../audit-chain.repository.ts';
import type { AuditKeys } from '../audit-keys.ts';
import { canonicalHead, canonicalText, GENESIS } from '../canonical-text.ts';
import type { StoredEvent } from '../event-columns.ts';
import type { AuditSeal } from '../seal/audit-seal.ts';
import {
  type ChainBreak,
  eventInWords,
  eventsAre,
  MARK,
  monthInWords,
  monthOf,
  unknownKey,
} from './chain-break.ts';

export interface KeyedHead extends AuditHead {
  keyId: string;
  mac: string;
}

/** Where a walk begins: at the start of the log, or behind a month that was walked before or has expired. */
export type ChainPlace = Pick<AuditHead, 'seq' | 'hash'>;
export const START: ChainPlace = { seq: 0, hash: GENESIS };

/** Goes from event to event and says at the first that does not follow from the one before what is wrong. */
export class ChainWalk {
  private place: ChainPlace;
  private recordedAt = '';
  private readonly sealAt: ReadonlyMap<string, AuditSeal>;

  constructor(
    private readonly keys: AuditKeys,
    options: { from: ChainPlace; seals: readonly AuditSeal[] },
  ) {
    this.place = options.from;
    this.sealAt = new Map(options.seals.map((seal) => [seal.month, seal]));
  }

  /** The last event that was found in order. */
  get reached(): ChainPlace {
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
      return seq === 0 ? null : endBreak(seq, `${MARK} is gone.`);
    }
    const isRight = this.keys.isRight(head.keyId, canonicalHead(head), head.mac);
    if (isRight === null) return unknownKey(MARK, head);
    if (!isRight) return markBreak(seq, 'was altered after it was written.');
    if (head.seq > seq)
      return endBreak(seq + 1, `${eventsAre(seq + 1, head.seq)} missing from the end of the log.`);
    if (head.seq < seq || head.hash !== hash) {
      return markBreak(seq, 'does not fit its newest event.');
    }
    const cutOff = [...this.sealAt.values()].find(({ lastSeq }) => lastSeq > seq);
    return cutOff === undefined
      ? null
      : endBreak(
          seq + 1,
          `${eventsAre(seq + 1, cutOff.lastSeq)} missing from the end of the log: ${monthInWords(cutOff.month)} was sealed with more.`,
        );
  }

  private problemOf(event: StoredEvent): ChainBreak | null {
    const { place, keys } = this;
    const { seq } = event;
    if (seq > place.seq + 1) {
      const sentence = `${eventsAre(place.seq + 1, seq - 1)} missing.`;
      return { seq: place.seq + 1, problem: 'missing', sentence };
    }
    if (seq <= place.seq) return altered(event, 'stands in front of the first event of the log.');
    const isRight = keys.isRight(event.keyId, canonicalText(event), event.hash);
    if (isRight === null) return unknownKey(eventInWords(event), event);
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
      const sentence = `The seal of ${monthInWords(`${event.subjectId}-01`)} is gone.`;
      return { seq: event.seq, problem: 'seal', sentence };
    }
    if (seal === undefined) return null;
    const isInside = event.seq >= seal.firstSeq && event.seq <= seal.lastSeq;
    if (isInside && (event.seq !== seal.lastSeq || event.hash === seal.lastHash)) return null;
    const sentence = `${eventInWords(event)} does not fit the seal of ${monthInWords(seal.month)}.`;
    return { seq: event.seq, problem: 'seal', sentence };
  }
}

function altered(event: StoredEvent, what: string): ChainBreak {
  return { seq: event.seq, problem: 'altered', sentence: `${eventInWords(event)} ${what}` };
}

function endBreak(seq: number, sentence: string): ChainBreak {
  return { seq, problem: 'truncated', sentence };
}

function markBreak(seq: number, what: string): ChainBreak {
  return { seq, problem: 'altered', sentence: `${MARK} ${what}` };
}
