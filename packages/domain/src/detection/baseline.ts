import type { Cents } from '../money/cents.ts';
import type { PreparedEntry } from './member-history.ts';

export const BASELINE_DAYS = 90;

/**
 * The 90 days (since 1970-01-01, both ends included) that end `skipDays` before the event, cut to what the history covers:
 * an account of 40 days must not look slower than it is because the other 50 days are empty. `coveredDays` is 0 to 90.
 */
export function baselineBefore(event: { epochDay: number; skipDays: number; historyFirstDay: number }) {
  const lastDay = event.epochDay - event.skipDays;
  const firstDay = Math.max(lastDay - BASELINE_DAYS + 1, event.historyFirstDay);
  return { firstDay, lastDay, coveredDays: Math.max(0, lastDay - firstDay + 1) };
}

/** Index of the first of day-ordered entries on or after a day; the length when there is none. */
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

/** Day-ordered entries between two days (since 1970-01-01), both included. */
export function entriesBetween(
  entries: readonly PreparedEntry[],
  firstDay: number,
  lastDay: number,
): PreparedEntry[] {
  return entries.slice(firstIndexOnOrAfter(entries, firstDay), firstIndexOnOrAfter(entries, lastDay + 1));
}

/** Sums and counts of day-ordered entries between any two days, each in O(log n). */
export class SummedEntries {
  readonly #entries: readonly PreparedEntry[];
  readonly #before: Float64Array;

  constructor(entries: readonly PreparedEntry[]) {
    this.#entries = entries;
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

  /** Indexes from the first entry of these days up to but not including the first behind them. */
  rangeOf(firstDay: number, lastDay: number): [from: number, to: number] {
    return [firstIndexOnOrAfter(this.#entries, firstDay), firstIndexOnOrAfter(this.#entries, lastDay + 1)];
  }

  /** Of the entries from one index up to but not including another. */
  sumOfRange(from: number, to: number): Cents {
    return to <= from ? 0 : (this.#before[to] ?? 0) - (this.#before[from] ?? 0);
  }
}

export const DAYS_PER_MONTH = 30;

/** What usually moves in a month or a week, and the days it was taken from (since 1970-01-01). */
export interface UsualAmount {
  /** 0 when the history before the event is empty. */
  cents: Cents;
  firstDay: number;
  lastDay: number;
}

/**
 * The average month or week (`periodDays`) of the 90 days that end `skipDays` before the event. A shorter history is not
 * scaled up: one payment in three days is not ten a month.
 */
export function usualAmount(
  entries: SummedEntries,
  event: { epochDay: number; skipDays: number; historyFirstDay: number; periodDays: number },
): UsualAmount {
  const { firstDay, lastDay, coveredDays } = baselineBefore(event);
  const periods = Math.max(coveredDays, event.periodDays) / event.periodDays;
  return { cents: Math.round(entries.sumBetween(firstDay, lastDay) / periods), firstDay, lastDay };
}
