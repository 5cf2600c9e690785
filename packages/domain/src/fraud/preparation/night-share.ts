import type { AccountHistory } from './account-history.ts';
import { firstIndexAt } from './first-index-at.ts';

/**
 * How many of an account's debits with a time of day came by night, between any two days: whole batches post at night at
 * many institutions, and some members are awake then. Pay and benefits do not count: they come by night in most places, and
 * say nothing about debits. Built once for an account, each answer in O(log n).
 */
export class NightShare {
  readonly #account: AccountHistory;
  /** Debits with a time, and those of the night among them, before each index. */
  readonly #timed: Int32Array;
  readonly #night: Int32Array;

  /** @param nightEndMinute minutes after midnight at which the night ends */
  constructor(account: AccountHistory, nightEndMinute: number) {
    this.#account = account;
    this.#timed = new Int32Array(account.entries.length + 1);
    this.#night = new Int32Array(account.entries.length + 1);
    account.entries.forEach(({ entry: { minuteOfDay, transactionType } }, index) => {
      const isTimed = minuteOfDay !== null && transactionType === 'Debit';
      const isNight = isTimed && minuteOfDay < nightEndMinute;
      this.#timed[index + 1] = (this.#timed[index] ?? 0) + (isTimed ? 1 : 0);
      this.#night[index + 1] = (this.#night[index] ?? 0) + (isNight ? 1 : 0);
    });
  }

  /** 0 to 1, both days included (since 1970-01-01); null when no debit of these days has a time. */
  between(firstDay: number, lastDay: number): number | null {
    const from = firstIndexAt(this.#account.entries, firstDay);
    const end = firstIndexAt(this.#account.entries, lastDay + 1);
    const timed = (this.#timed[end] ?? 0) - (this.#timed[from] ?? 0);
    return timed <= 0 ? null : ((this.#night[end] ?? 0) - (this.#night[from] ?? 0)) / timed;
  }
}
