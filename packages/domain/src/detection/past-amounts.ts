import type { TransactionType } from '../ledger/ledger-row.ts';
import { median } from '../members/member-baseline.ts';
import type { Cents } from '../money/cents.ts';
import type { PreparedEntry } from './member-history.ts';

/**
 * What an account has moved with one company in one direction, on days before the one it has been turned to: entries of
 * one day see the same past, in whatever order they stand.
 */
export class PastCompanyAmounts {
  /** Day of the first entry, since 1970-01-01. */
  readonly firstDay: number;
  readonly #amounts: Cents[] = [];
  #day: number;
  #largest: Cents = 0;
  #lastDay: number;
  #count = 0;
  #largestBefore: Cents = 0;
  #largestOrdinary: Cents = 0;
  #largestOrdinaryBefore: Cents = 0;

  constructor(firstDay: number) {
    this.firstDay = firstDay;
    this.#day = firstDay;
    this.#lastDay = firstDay;
  }

  /** Days must not decrease. */
  turnTo(epochDay: number): void {
    if (epochDay <= this.#day) return;
    if (this.#amounts.length > this.#count) this.#lastDay = this.#day;
    this.#count = this.#amounts.length;
    this.#largestBefore = this.#largest;
    this.#largestOrdinaryBefore = this.#largestOrdinary;
    this.#day = epochDay;
  }

  /** Adds an entry of the day turned to. */
  add(cents: Cents): void {
    this.addOutlier(cents);
    if (cents > this.#largestOrdinary) this.#largestOrdinary = cents;
  }

  /** Adds one that stood out: it is part of the past, and says nothing about how far amounts ordinarily swing. */
  addOutlier(cents: Cents): void {
    this.#amounts.push(cents);
    if (cents > this.#largest) this.#largest = cents;
  }

  get count(): number {
    return this.#count;
  }

  /** Day of the last entry before, since 1970-01-01; the first day when there is none. */
  get lastDay(): number {
    return this.#lastDay;
  }

  /** 0 without any. */
  get largestCents(): Cents {
    return this.#largestBefore;
  }

  /** The largest that did not stand out. 0 without any. */
  get largestOrdinaryCents(): Cents {
    return this.#largestOrdinaryBefore;
  }

  /** Median of the last so many: the same cost however long the history. Null without any. */
  recentMedianCents(most: number): Cents | null {
    return median(this.#amounts.slice(Math.max(0, this.#count - most), this.#count));
  }

  /** Sorts all of them: ask only when everything cheaper holds. Null without any. */
  get medianCents(): Cents | null {
    return median(this.#amounts.slice(0, this.#count));
  }
}

/** The amounts of one company in one direction that are not old enough yet, and the largest of those that are. */
interface CompanyAmounts {
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
export class UsualCompanyAmounts {
  readonly #daysAgo: number;
  readonly #past: Readonly<Record<TransactionType, Map<string, CompanyAmounts>>> = {
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

  #pastOf(companyKey: string, direction: TransactionType): CompanyAmounts {
    const byCompany = this.#past[direction];
    let past = byCompany.get(companyKey);
    if (past === undefined) {
      past = { days: [], amounts: [], next: 0, largestCents: 0, old: null };
      byCompany.set(companyKey, past);
    }
    return past;
  }
}
