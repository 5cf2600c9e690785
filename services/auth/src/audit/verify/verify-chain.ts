import type { AuditVerification } from '@clearwatch/contracts/audit/audit-event';
import type { Client } from 'pg';
import type { AuditKeys } from '../audit-keys.ts';
import type { ChainBreak } from './chain-break.ts';
import { ChainReader } from './chain-reader.ts';
import { type ChainPlace, ChainWalk, START } from './chain-walk.ts';
import { checkSeals } from './check-seals.ts';
import { readEvent, UnreadableRow } from './readable.ts';

/** How far a walk has come. */
interface Progress {
  events: number;
  expiredMonths: number;
  firstSeq: number | null;
  /** Null while there is nothing at all. */
  reached: ChainPlace | null;
}

/**
 * Walks the whole chain: every event's content and place, the seals and what they say of months that have expired,
 * and the mark of its end. Stops at the first break.
 * @param client within a snapshot, or the log would grow under the walk
 */
export async function verifyChain(
  client: Pick<Client, 'query'>,
  keys: AuditKeys,
  asOf = new Date(),
): Promise<AuditVerification> {
  const progress: Progress = { events: 0, expiredMonths: 0, firstSeq: null, reached: null };
  const brokenAt = await firstBreak(new ChainReader(client), { keys, asOf, progress });
  const { events, expiredMonths, firstSeq, reached } = progress;
  return {
    intact: brokenAt === null,
    events,
    expiredMonths,
    firstSeq,
    lastSeq: reached?.seq ?? null,
    lastHash: reached?.hash ?? null,
    brokenAt,
    checkedAt: asOf.toISOString(),
  };
}

async function firstBreak(
  reader: ChainReader,
  options: { keys: AuditKeys; asOf: Date; progress: Progress },
): Promise<ChainBreak | null> {
  try {
    return await walk(reader, options);
  } catch (error) {
    if (error instanceof UnreadableRow) return error.found;
    throw error;
  }
}

async function walk(
  reader: ChainReader,
  { keys, asOf, progress }: { keys: AuditKeys; asOf: Date; progress: Progress },
): Promise<ChainBreak | null> {
  const [head, seals, expired] = [await reader.head(), await reader.seals(), await reader.expiredMonths()];
  const lastExpired = seals.findLast(({ month }) => expired.has(month));
  const from = lastExpired === undefined ? START : { seq: lastExpired.lastSeq, hash: lastExpired.lastHash };
  progress.expiredMonths = expired.size;
  if (seals.length > 0) progress.reached = from;

  // A clock that is set back makes no old month young: the log knows that it was later once.
  const now = head !== null && head.recordedAt > asOf.toISOString() ? new Date(head.recordedAt) : asOf;
  const broken = checkSeals(seals, { expired, keys, asOf: now });
  if (broken !== null) return broken;
  const chain = new ChainWalk(keys, { from, seals });
  for await (const page of reader.pages()) {
    for (const row of page) {
      progress.events += 1;
      const event = readEvent(row);
      progress.firstSeq ??= event.seq;
      const problem = chain.next(event);
      progress.reached = chain.reached;
      if (problem !== null) return problem;
    }
  }
  return chain.end(head);
}
