import type { Cents } from '../money/cents.ts';
import type { PreparedEntry } from './member-history.ts';

/** A sliding window of days over ordered entries. Takes linear time. */
export class EntryWindow {
  sumCents: Cents = 0;
  readonly #entries: PreparedEntry[] = [];
  readonly #indexes: number[] = [];
  readonly #countOf = new Map<string | number, number>();
  #from = 0;

  /** @param days length in calendar days, including the day of the newest entry. `distinct` counts the values of `keyOf`. */
  constructor(
    private readonly days: number,
    private readonly keyOf: ((prepared: PreparedEntry) => string | number) | null = null,
  ) {}

  /** Adds the next entry and drops entries that are too old. `index` is its position in the caller's list. */
  add(prepared: PreparedEntry, index = this.#entries.length): void {
    this.#entries.push(prepared);
    this.#indexes.push(index);
    this.#count(prepared, 1);
    this.dropBefore(prepared.entry.epochDay - this.days + 1);
  }

  dropBefore(firstDay: number): void {
    for (;;) {
      const oldest = this.#entries[this.#from];
      if (oldest === undefined || oldest.entry.epochDay >= firstDay) return;
      this.#count(oldest, -1);
      this.#from += 1;
    }
  }

  get count(): number {
    return this.#entries.length - this.#from;
  }

  get distinct(): number {
    return this.#countOf.size;
  }

  get keys(): (string | number)[] {
    return [...this.#countOf.keys()];
  }

  get firstIndex(): number {
    return this.#indexes[this.#from] ?? 0;
  }

  #count(prepared: PreparedEntry, change: 1 | -1): void {
    this.sumCents += change * prepared.entry.amountCents;
    if (this.keyOf === null) return;
    const key = this.keyOf(prepared);
    const count = (this.#countOf.get(key) ?? 0) + change;
    if (count === 0) this.#countOf.delete(key);
    else this.#countOf.set(key, count);
  }
}

export const companyOf = ({ entry }: PreparedEntry): string => entry.companyKey;

export function datedAmounts(entries: readonly PreparedEntry[]): { day: number; value: Cents }[] {
  return entries.map(({ entry }) => ({ day: entry.epochDay, value: entry.amountCents }));
}

/** O(log n) per value, for accounts with a million credits. Adds whole days, so the order within a day has no effect. */
export class RecentMedian {
  readonly #ranked: readonly number[];
  readonly #rankOf: ReadonlyMap<number, number>;
  /** Fenwick tree with the number of values of each rank in the window. */
  readonly #tree: Int32Array;
  #entered = 0;
  #left = 0;

  /** @param values ordered by day (since 1970-01-01) */
  constructor(private readonly values: readonly { day: number; value: number }[]) {
    this.#ranked = [...new Set(values.map(({ value }) => value))].toSorted((left, right) => left - right);
    this.#rankOf = new Map(this.#ranked.map((value, at) => [value, at + 1]));
    this.#tree = new Int32Array(this.#ranked.length + 1);
  }

  /** Median from `firstDay` to `lastDay`, inclusive; null if there are no values. Neither day may decrease between calls. */
  between(firstDay: number, lastDay: number): number | null {
    for (; this.#dayAt(this.#entered) <= lastDay; this.#entered += 1) this.#count(this.#entered, 1);
    for (; this.#left < this.#entered && this.#dayAt(this.#left) < firstDay; this.#left += 1)
      this.#count(this.#left, -1);
    const size = this.#entered - this.#left;
    if (size === 0) return null;
    const upper = this.#nth(Math.floor(size / 2) + 1);
    return size % 2 === 1 ? upper : (this.#nth(size / 2) + upper) / 2;
  }

  #dayAt(index: number): number {
    return this.values[index]?.day ?? Infinity;
  }

  #count(index: number, change: 1 | -1): void {
    const rank = this.#rankOf.get(this.values[index]?.value ?? 0) ?? Infinity;
    for (let node = rank; node < this.#tree.length; node += node & -node)
      this.#tree[node] = (this.#tree[node] ?? 0) + change;
  }

  #nth(n: number): number {
    let node = 0;
    let missing = n;
    for (let step = 2 ** Math.floor(Math.log2(this.#tree.length)); step >= 1; step /= 2) {
      const inside = this.#tree[node + step];
      if (inside === undefined || inside >= missing) continue;
      node += step;
      missing -= inside;
    }
    return this.#ranked[node] ?? 0;
  }
}

export const BASELINE_DAYS = 90;

/**
 * The 90 days that end `skipDays` before the event, inclusive, limited to the days in the history. Otherwise, a
 * 40-day-old account would look less active because of 50 empty days. `coveredDays` is 0 to 90.
 */
export function baselineBefore(event: { epochDay: number; skipDays: number; historyFirstDay: number }) {
  const lastDay = event.epochDay - event.skipDays;
  const firstDay = Math.max(lastDay - BASELINE_DAYS + 1, event.historyFirstDay);
  return { firstDay, lastDay, coveredDays: Math.max(0, lastDay - firstDay + 1) };
}

/** Index of the first entry on or after a day among day-ordered entries; the length of the list if there is none. */
export function firstIndexOnOrAfter(entries: readonly PreparedEntry[], epochDay: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.entry.epochDay ?? Infinity) < epochDay) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function entriesBetween(entries: readonly PreparedEntry[], firstDay: number, lastDay: number) {
  return entries.slice(firstIndexOnOrAfter(entries, firstDay), firstIndexOnOrAfter(entries, lastDay + 1));
}

/** Day-ordered entries whose sum or count over any days takes O(log n). */
export class SummedEntries {
  readonly #before: Float64Array;

  constructor(private readonly entries: readonly PreparedEntry[]) {
    this.#before = new Float64Array(entries.length + 1);
    entries.forEach(({ entry }, index) => {
      this.#before[index + 1] = (this.#before[index] ?? 0) + entry.amountCents;
    });
  }

  sumBetween(firstDay: number, lastDay: number): Cents {
    return this.sumOfRange(...this.rangeOf(firstDay, lastDay));
  }

  countBetween(firstDay: number, lastDay: number): number {
    const [from, to] = this.rangeOf(firstDay, lastDay);
    return Math.max(0, to - from);
  }

  /** Index range of the entries on these days. The end is exclusive. */
  rangeOf(firstDay: number, lastDay: number): [from: number, to: number] {
    return [firstIndexOnOrAfter(this.entries, firstDay), firstIndexOnOrAfter(this.entries, lastDay + 1)];
  }

  sumOfRange(from: number, to: number): Cents {
    return to <= from ? 0 : (this.#before[to] ?? 0) - (this.#before[from] ?? 0);
  }
}

export const DAYS_PER_MONTH = 30;

/** Usual amount per month or week, and its baseline days (since 1970-01-01). */
export interface UsualAmount {
  /** 0 if there is no history before the event. */
  cents: Cents;
  firstDay: number;
  lastDay: number;
}

/** Average amount per month or week (`periodDays`) in `baselineBefore`. A history shorter than one period is not scaled up. */
export function usualAmount(
  entries: SummedEntries,
  event: { epochDay: number; skipDays: number; historyFirstDay: number; periodDays: number },
): UsualAmount {
  const { firstDay, lastDay, coveredDays } = baselineBefore(event);
  const periods = Math.max(coveredDays, event.periodDays) / event.periodDays;
  return { cents: Math.round(entries.sumBetween(firstDay, lastDay) / periods), firstDay, lastDay };
}
