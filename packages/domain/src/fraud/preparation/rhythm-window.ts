import { baselineBefore } from './baseline.ts';
import { firstIndexAt } from './first-index-at.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** The usual number of entries in a window, and the days it was taken from (days since 1970-01-01). */
export interface Usual {
  count: number;
  firstDay: number;
  lastDay: number;
}

/**
 * A window of calendar days that moves forward over day-ordered entries, and the number of entries that is usual for its
 * length: the rate of the 90 days before, with a gap so that the beginning of a burst does not raise its own normal.
 */
export class RhythmWindow {
  readonly days: number;
  readonly #entries: readonly PreparedEntry[];
  readonly #gapDays: number;
  readonly #usualFloor: number;
  readonly #historyFirstDay: number;
  /** Entries of established companies inside, by company. */
  readonly #established = new Map<string, number>();
  #from = 0;
  #end = 0;
  #usualOn: { epochDay: number; usual: Usual | null } | null = null;

  constructor(
    entries: readonly PreparedEntry[],
    rhythm: { days: number; gapDays: number; usualFloor: number; historyFirstDay: number },
  ) {
    this.#entries = entries;
    this.days = rhythm.days;
    this.#gapDays = rhythm.gapDays;
    this.#usualFloor = rhythm.usualFloor;
    this.#historyFirstDay = rhythm.historyFirstDay;
  }

  /** Index of the window's first entry. */
  get from(): number {
    return this.#from;
  }

  /** Moves the window to end with the entry at index `at`; returns how many entries it holds. Indexes must not decrease. */
  moveTo(at: number): number {
    const lastDay = this.#dayAt(at);
    for (; this.#end <= at; this.#end += 1) this.#count(this.#end, 1);
    for (; this.#dayAt(this.#from) <= lastDay - this.days; this.#from += 1) this.#count(this.#from, -1);
    return at - this.#from + 1;
  }

  /** Established companies with an entry inside: pay and bills, which come whether or not anything else does. */
  get establishedCompanies(): number {
    return this.#established.size;
  }

  #count(index: number, change: 1 | -1): void {
    const prepared = this.#entries[index];
    if (prepared?.isEstablished !== true) return;
    const { companyKey } = prepared.entry;
    const inside = (this.#established.get(companyKey) ?? 0) + change;
    if (inside === 0) this.#established.delete(companyKey);
    else this.#established.set(companyKey, inside);
  }

  /** The usual number of entries for a window that ends on this day, null when the history is too young to tell. */
  usualOn(epochDay: number): Usual | null {
    if (this.#usualOn?.epochDay !== epochDay)
      this.#usualOn = { epochDay, usual: this.#computeUsual(epochDay) };
    return this.#usualOn.usual;
  }

  #computeUsual(epochDay: number): Usual | null {
    const { firstDay, lastDay, coveredDays } = baselineBefore({
      epochDay,
      skipDays: this.days + this.#gapDays,
      historyFirstDay: this.#historyFirstDay,
    });
    if (coveredDays === 0) return null;
    const seen = firstIndexAt(this.#entries, lastDay + 1) - firstIndexAt(this.#entries, firstDay);
    return { count: Math.max(this.#usualFloor, (seen * this.days) / coveredDays), firstDay, lastDay };
  }

  #dayAt(index: number): number {
    return this.#entries[index]?.entry.epochDay ?? Infinity;
  }
}
