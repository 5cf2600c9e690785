import { median } from '../members/member-baseline.ts';
import type { Cents } from '../money/cents.ts';
import type { PreparedEntry } from './member-history.ts';
import { getOrAdd } from './memoize.ts';

/** Amounts that an account exchanged with one company before the current day. All entries on a day have the same past. */
export class PastCompanyAmounts {
  readonly #amounts: Cents[] = [];
  #day: number;
  #largest = { largestCents: 0, largestOrdinaryCents: 0 };
  #past = { count: 0, lastDay: 0, ...this.#largest };

  constructor(readonly firstDay: number) {
    this.#day = firstDay;
    this.#past.lastDay = firstDay;
  }

  /** Sets the current day. Days must not decrease between calls. */
  turnTo(epochDay: number): void {
    if (epochDay <= this.#day) return;
    const count = this.#amounts.length;
    const lastDay = count > this.#past.count ? this.#day : this.#past.lastDay;
    this.#past = { count, lastDay, ...this.#largest };
    this.#day = epochDay;
  }

  add(cents: Cents): void {
    this.addOutlier(cents);
    this.#largest.largestOrdinaryCents = Math.max(cents, this.#largest.largestOrdinaryCents);
  }

  /** An outlier belongs to the past amounts but not to the ordinary range. */
  addOutlier(cents: Cents): void {
    this.#amounts.push(cents);
    this.#largest.largestCents = Math.max(cents, this.#largest.largestCents);
  }

  /** If there is no earlier entry, the last day equals the first day and the largest amounts are 0. */
  get past(): Readonly<{ count: number; lastDay: number; largestCents: Cents; largestOrdinaryCents: Cents }> {
    return this.#past;
  }

  /** Median of the last `limit` earlier amounts; null if there are none. Sorts them, so check cheaper conditions first. */
  medianCents(limit = Infinity): Cents | null {
    const { count } = this.#past;
    return median(this.#amounts.slice(Math.max(0, count - limit), count));
  }
}

/** `next` is the index of the first entry that is not old enough. `old` contains the distinct old amounts; null if there are none. */
interface CompanyAmounts {
  entries: { day: number; cents: Cents }[];
  next: number;
  largestCents: Cents;
  old: Set<Cents> | null;
}

/** Recent days do not count. Otherwise, the second of two unusual payments would look usual. */
export class UsualCompanyAmounts {
  readonly #past = new Map<string, CompanyAmounts>();

  constructor(private readonly daysAgo: number) {}

  /** Adds the next entry and returns the largest old amount for the same company and direction, or 0 if there is none. */
  largestBefore(prepared: PreparedEntry): Cents {
    const past = this.#pastOf(prepared);
    const { epochDay, amountCents } = prepared.entry;
    for (; ; past.next += 1) {
      const next = past.entries[past.next];
      if (next === undefined || next.day > epochDay - this.daysAgo) break;
      past.largestCents = Math.max(past.largestCents, next.cents);
      past.old ??= new Set();
      past.old.add(next.cents);
    }
    past.entries.push({ day: epochDay, cents: amountCents });
    return past.largestCents;
  }

  /** Whether an old amount for the company exactly equals this one. Call `largestBefore` for the entry first. */
  hasMoved(prepared: PreparedEntry): boolean {
    return this.#pastOf(prepared).old?.has(prepared.entry.amountCents) ?? false;
  }

  #pastOf({ entry }: PreparedEntry): CompanyAmounts {
    return getOrAdd(this.#past, `${entry.transactionType} ${entry.companyKey}`, () => {
      return { entries: [], next: 0, largestCents: 0, old: null };
    });
  }
}
