import type { TransactionType } from '../../import/ledger-row.ts';
import type { Cents } from '../../money/cents.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** The amounts of one company in one direction that are not old enough yet, and the largest of those that are. */
interface Past {
  days: number[];
  amounts: Cents[];
  next: number;
  largestCents: Cents;
  /** The distinct ones that are old enough; null while there is none, as for most companies. */
  old: Set<Cents> | null;
}

/**
 * The largest amount that each company has moved on an account, in either direction, some time ago. A wallet that has
 * moved $50 for years is an old acquaintance; $2,000 through it is not. The last days do not count, or the second of two
 * extraordinary payments would be an ordinary one. Each entry comes and goes once.
 */
export class UsualAmounts {
  readonly #daysAgo: number;
  readonly #past: Readonly<Record<TransactionType, Map<string, Past>>> = {
    Credit: new Map(),
    Debit: new Map(),
  };

  /** @param daysAgo so old an amount must be to count as usual */
  constructor(daysAgo: number) {
    this.#daysAgo = daysAgo;
  }

  /**
   * Takes the next entry, days not decreasing.
   * @returns the largest earlier amount of its company in its direction, 0 without one
   */
  largestBefore({ entry }: PreparedEntry): Cents {
    const past = this.#pastOf(entry.companyKey, entry.transactionType);
    for (; (past.days[past.next] ?? Infinity) <= entry.epochDay - this.#daysAgo; past.next += 1) {
      const cents = past.amounts[past.next] ?? 0;
      past.largestCents = Math.max(past.largestCents, cents);
      past.old ??= new Set();
      past.old.add(cents);
    }
    past.days.push(entry.epochDay);
    past.amounts.push(entry.amountCents);
    return past.largestCents;
  }

  /** Whether the company moved just this amount before; asked after `largestBefore` of the entry. */
  hasMoved({ entry }: PreparedEntry): boolean {
    return this.#pastOf(entry.companyKey, entry.transactionType).old?.has(entry.amountCents) ?? false;
  }

  #pastOf(companyKey: string, direction: TransactionType): Past {
    const byCompany = this.#past[direction];
    let past = byCompany.get(companyKey);
    if (past === undefined) {
      past = { days: [], amounts: [], next: 0, largestCents: 0, old: null };
      byCompany.set(companyKey, past);
    }
    return past;
  }
}
