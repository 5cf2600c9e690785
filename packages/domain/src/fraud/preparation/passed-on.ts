import type { Cents } from '../../money/cents.ts';
import { isMoneyIn } from './money-through.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** Money that came in within a few days and how much went out from its first day on. */
export interface PassedOn {
  /** Place of its first credit in the caller's list. */
  from: number;
  /** Days since 1970-01-01. */
  firstDay: number;
  lastDay: number;
  credits: number;
  largestCents: Cents;
  inCents: Cents;
  outCents: Cents;
}

const NOTHING_IN = { credits: 0, largestCents: 0, inCents: 0 };

interface DayThrough {
  day: number;
  firstCredit: number | null;
  credits: number;
  largestCents: Cents;
  inCents: Cents;
  outCents: Cents;
}

/**
 * The last days of money in and out, while entries arrive in order. Kept by day, so that an account with thousands of
 * entries a day costs no more for each of them.
 */
export class PassingDays {
  readonly #inDays: number;
  readonly #outDays: number;
  readonly #days: DayThrough[] = [];
  #inCents: Cents = 0;
  #outCents: Cents = 0;

  /**
   * @param inDays length of the windows of money in, calendar days
   * @param outDays days after the last money in during which it may go out
   */
  constructor({ inDays, outDays }: { inDays: number; outDays: number }) {
    this.#inDays = inDays;
    this.#outDays = outDays;
  }

  /** Takes the next entry; `index` is its place in the caller's list. */
  add(prepared: PreparedEntry, index: number): void {
    const { epochDay, amountCents } = prepared.entry;
    const today = this.#today(epochDay);
    if (!isMoneyIn(prepared)) {
      today.outCents += amountCents;
      this.#outCents += amountCents;
      return;
    }
    this.#inCents += amountCents;
    today.firstCredit ??= index;
    today.credits += 1;
    today.largestCents = Math.max(today.largestCents, amountCents);
    today.inCents += amountCents;
  }

  /**
   * Of the runs of days with money in that are no longer than a window and recent enough, the one with the largest sum
   * that fits; the latest beginning of equals. Null when none does, or when not even all kept days together have so much
   * in and out.
   */
  largest(
    least: { inCents: Cents; outCents: Cents },
    fits: (run: Readonly<PassedOn>) => boolean,
  ): PassedOn | null {
    if (this.#inCents < least.inCents || this.#outCents < least.outCents) return null;
    const today = this.#days.at(-1)?.day ?? 0;
    let best: PassedOn | null = null;
    let outCents = 0;
    for (let first = this.#days.length - 1; first >= 0; first -= 1) {
      const begin = this.#days[first];
      if (begin === undefined) break;
      outCents += begin.outCents;
      if (begin.firstCredit === null) continue;
      const run = { from: begin.firstCredit, firstDay: begin.day, lastDay: 0, ...NOTHING_IN, outCents };
      for (let last = first; last < this.#days.length; last += 1) {
        const end = this.#days[last];
        if (end === undefined || end.day - begin.day >= this.#inDays) break;
        if (end.credits === 0) continue;
        run.lastDay = end.day;
        run.credits += end.credits;
        run.largestCents = Math.max(run.largestCents, end.largestCents);
        run.inCents += end.inCents;
        if (end.day < today - this.#outDays || run.inCents <= (best?.inCents ?? 0)) continue;
        if (fits(run)) best = { ...run };
      }
    }
    return best;
  }

  #today(day: number): DayThrough {
    const last = this.#days.at(-1);
    if (last?.day === day) return last;
    const today = { day, firstCredit: null, credits: 0, largestCents: 0, inCents: 0, outCents: 0 };
    this.#days.push(today);
    const firstDay = day - this.#inDays - this.#outDays;
    for (let oldest = this.#days[0]; oldest !== undefined && oldest.day <= firstDay; oldest = this.#days[0]) {
      this.#inCents -= oldest.inCents;
      this.#outCents -= oldest.outCents;
      this.#days.shift();
    }
    return today;
  }
}
