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
   * Every run of days with money in that is no longer than a window and recent enough, the largest sum first; none when
   * not even all kept days together have so much in and out.
   */
  windows(least: { inCents: Cents; outCents: Cents }): PassedOn[] {
    if (this.#inCents < least.inCents || this.#outCents < least.outCents) return [];
    const windows: PassedOn[] = [];
    const today = this.#days.at(-1)?.day ?? 0;
    let outCents = 0;
    for (let first = this.#days.length - 1; first >= 0; first -= 1) {
      const begin = this.#days[first];
      if (begin === undefined) break;
      outCents += begin.outCents;
      if (begin.firstCredit === null) continue;
      const sum = { credits: 0, largestCents: 0, inCents: 0 };
      for (const { day, credits, largestCents, inCents } of this.#days.slice(first)) {
        if (day - begin.day >= this.#inDays) break;
        if (credits === 0) continue;
        sum.credits += credits;
        sum.largestCents = Math.max(sum.largestCents, largestCents);
        sum.inCents += inCents;
        if (day < today - this.#outDays) continue;
        windows.push({ ...sum, from: begin.firstCredit, firstDay: begin.day, lastDay: day, outCents });
      }
    }
    return windows.toSorted((left, right) => right.inCents - left.inCents || left.firstDay - right.firstDay);
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
