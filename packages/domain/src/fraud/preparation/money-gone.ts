import type { Cents } from '../../money/cents.ts';
import type { CompanyTable } from '../companies.ts';
import type { AccountHistory } from './account-history.ts';
import { firstIndexAt } from './first-index-at.ts';
import { moneyOut } from './money-out.ts';
import type { PreparedEntry } from './prepared-entry.ts';
import { UsualAmounts } from './usual-amounts.ts';

/** A stretch of debits by which money went. */
export interface Gone {
  cents: Cents;
  /** Number of debits. */
  count: number;
  /** Index of the first among `debits`, and that after the last. */
  from: number;
  to: number;
  /** All debits by which money ever went from the account. */
  debits: readonly PreparedEntry[];
}

/**
 * Money that goes where it cannot be fetched back: by transfer, wallet or crypto, and to companies that the institution
 * does not know, beyond what the account always pays them. Sums between any two of an account's debits cost O(log n).
 */
export class MoneyGone {
  readonly #debits: readonly PreparedEntry[];
  /** Sum of the debits before each index. */
  readonly #before: Float64Array;

  /**
   * @param routine a debit to an old acquaintance up to `ratio` times the largest one that lies `daysAgo` or longer back
   *   is routine and does not count
   */
  constructor(
    account: AccountHistory,
    { companies, routine }: { companies: CompanyTable; routine: { ratio: number; daysAgo: number } },
  ) {
    const usual = new UsualAmounts(routine.daysAgo);
    this.#debits = moneyOut(account).filter((debit) => {
      const { entry, isEstablished, isMovable, isReversal } = debit;
      const isRoutine = entry.amountCents <= routine.ratio * usual.largestBefore(debit) && isEstablished;
      return !isRoutine && !isReversal && (isMovable || !companies.isKnown(entry.companyKey));
    });
    this.#before = new Float64Array(this.#debits.length + 1);
    this.#debits.forEach(({ entry }, index) => {
      this.#before[index + 1] = (this.#before[index] ?? 0) + entry.amountCents;
    });
  }

  /** What went between two days, both included, days since 1970-01-01. */
  between(firstDay: number, lastDay: number): Gone {
    const [from, to] = this.#range(firstDay, lastDay);
    return { cents: this.#sum(from, to), count: to - from, from, to, debits: this.#debits };
  }

  /** The day on which what went since `firstDay` reached so much; null when it did not by `lastDay`. */
  dayThatReaches(cents: Cents, firstDay: number, lastDay: number): number | null {
    const [from, to] = this.#range(firstDay, lastDay);
    if (this.#sum(from, to) < cents) return null;
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#sum(from, middle + 1) < cents) low = middle + 1;
      else high = middle;
    }
    return this.#debits[low]?.entry.epochDay ?? null;
  }

  #range(firstDay: number, lastDay: number): [number, number] {
    return [firstIndexAt(this.#debits, firstDay), firstIndexAt(this.#debits, lastDay + 1)];
  }

  #sum(from: number, to: number): Cents {
    return (this.#before[to] ?? 0) - (this.#before[from] ?? 0);
  }
}

/** The debits of several stretches of one account, each once, in their order: linear in what is found. */
export function debitsOf(stretches: readonly Gone[]): PreparedEntry[] {
  let next = 0;
  return stretches
    .toSorted((one, other) => one.from - other.from)
    .flatMap(({ debits, from, to }) => {
      const fresh = debits.slice(Math.max(from, next), Math.max(to, next));
      next = Math.max(to, next);
      return fresh;
    });
}
