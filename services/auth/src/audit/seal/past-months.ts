import type { Row } from '@clearwatch/service-kit/database/row';
import type { AuditKeys } from '../audit-keys.ts';
import { type ChainBreak, monthOf } from '../verify/chain-break.ts';
import { type ChainPlace, ChainWalk } from '../verify/chain-walk.ts';
import { readEvent } from '../verify/readable.ts';
import type { AuditSeal } from './audit-seal.ts';

/** A month's part of the chain, found in order. */
export interface MonthOfEvents {
  /** First day, ISO. */
  month: string;
  firstSeq: number;
  lastSeq: number;
  previousHash: string;
  lastHash: string;
}

/** The month cannot be sealed: a seal would vouch for what somebody altered. */
export class BrokenMonth extends Error {
  constructor({ sentence }: ChainBreak) {
    super(sentence);
    this.name = 'BrokenMonth';
  }
}

/**
 * Walks the chain from `from` and yields every month that is over, whole.
 * @param thisMonth first day of the month that is not over
 * @throws BrokenMonth at the first event that does not follow, UnreadableRow at one that nobody can read
 */
export async function* pastMonths(
  pages: AsyncIterable<readonly Row[]>,
  options: { keys: AuditKeys; from: ChainPlace; seals: readonly AuditSeal[]; thisMonth: string },
): AsyncGenerator<MonthOfEvents> {
  const walk = new ChainWalk(options.keys, options);
  let open: MonthOfEvents | null = null;
  for await (const page of pages) {
    for (const row of page) {
      const event = readEvent(row);
      const month = monthOf(event.recordedAt);
      if (open !== null && month !== open.month) yield open;
      if (month >= options.thisMonth) return;
      const problem = walk.next(event);
      if (problem !== null) throw new BrokenMonth(problem);
      const begun: MonthOfEvents =
        open?.month === month
          ? open
          : {
              month,
              firstSeq: event.seq,
              lastSeq: event.seq,
              previousHash: event.previousHash,
              lastHash: '',
            };
      open = { ...begun, lastSeq: event.seq, lastHash: event.hash };
    }
  }
  if (open !== null) yield open;
}
