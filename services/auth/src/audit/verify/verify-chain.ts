import type { AuditVerification } from '@clearwatch/contracts/audit/audit-event';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row';
import type { Client } from 'pg';
import type { AuditKeys } from '../audit-keys.ts';
import { type StoredEvent, toStoredEvent } from '../event-columns.ts';
import type { ChainBreak } from './chain-break.ts';
import { ChainReader } from './chain-reader.ts';
import { ChainWalk, START } from './chain-walk.ts';
import { checkSeals } from './check-seals.ts';

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
  const reader = new ChainReader(client);
  const [head, seals, expired] = [await reader.head(), await reader.seals(), await reader.expiredMonths()];
  const lastExpired = seals.findLast(({ month }) => expired.has(month));
  const from = lastExpired === undefined ? START : { seq: lastExpired.lastSeq, hash: lastExpired.lastHash };
  const walk = new ChainWalk(keys, { from, seals });

  let brokenAt = checkSeals(seals, { expired, keys, asOf });
  let events = 0;
  let firstSeq: number | null = null;
  if (brokenAt === null) {
    for await (const page of reader.pages()) {
      brokenAt = firstBreak(walk, page);
      events += page.length;
      firstSeq ??= integerOf(page[0] ?? {}, 'seq');
      if (brokenAt !== null) break;
    }
  }
  brokenAt ??= walk.end(head);
  const isEmpty = firstSeq === null && seals.length === 0;
  return {
    intact: brokenAt === null,
    events,
    expiredMonths: expired.size,
    firstSeq,
    lastSeq: isEmpty ? null : walk.reached.seq,
    lastHash: isEmpty ? null : walk.reached.hash,
    brokenAt,
    checkedAt: asOf.toISOString(),
  };
}

function firstBreak(walk: ChainWalk, page: readonly Row[]): ChainBreak | null {
  for (const row of page) {
    const event = readable(row);
    const problem = event === null ? unreadable(row) : walk.next(event);
    if (problem !== null) return problem;
  }
  return null;
}

/** The log writes nothing it could not read again; whoever alters a row may. */
function readable(row: Row): StoredEvent | null {
  try {
    return toStoredEvent(row);
  } catch {
    return null;
  }
}

function unreadable(row: Row): ChainBreak {
  const seq = integerOf(row, 'seq');
  return { seq, problem: 'altered', sentence: `Event ${seq} was altered after it was written.` };
}
