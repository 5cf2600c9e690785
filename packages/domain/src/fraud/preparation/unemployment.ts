import type { Cents } from '../../money/cents.ts';
import type { AccountHistory } from './account-history.ts';
import type { PreparedEntry } from './prepared-entry.ts';
import { receiverNames, sharesWord } from './receiver-names.ts';
import { stateOf } from './unemployment-state.ts';

/** A name counts as one of the account's when it was there so many days before its first benefit. */
const NAME_KNOWN_DAYS = 20;
/** Two are enough to tell; an account with more names than these has them. */
const MOST_NAMES = 12;

/** Unemployment benefits of an account, oldest first. */
export function unemploymentBenefits({ entries }: AccountHistory): PreparedEntry[] {
  return entries.filter(
    ({ purpose, isReturn, isReversal }) => purpose === 'unemployment' && !isReturn && !isReversal,
  );
}

/**
 * The benefits of the last days, while they arrive in order: of which states they are and for whom. Each comes and goes
 * once.
 */
export class BenefitWindow {
  readonly #account: AccountHistory;
  readonly #benefits: readonly PreparedEntry[];
  readonly #days: number;
  readonly #stateOf = new Map<string, string>();
  readonly #states = new Map<string, number>();
  readonly #names = new Map<string, number>();
  /** Day of the first benefit in each name, since 1970-01-01. */
  readonly #firstDays = new Map<string, number>();
  #from = 0;
  #sumCents: Cents = 0;
  #unrelated: string[] | null = null;

  constructor(account: AccountHistory, benefits: readonly PreparedEntry[], days: number) {
    this.#account = account;
    this.#benefits = benefits;
    this.#days = days;
  }

  /** Lets in the next benefit and lets go of those that are too old. */
  moveTo(at: number): void {
    const newest = this.#benefits[at];
    if (newest === undefined) throw new RangeError('a window ends with one of the benefits');
    this.#count(newest, 1);
    for (
      let oldest = this.#benefits[this.#from];
      oldest !== undefined && oldest.entry.epochDay <= newest.entry.epochDay - this.#days;
      oldest = this.#benefits[this.#from]
    ) {
      this.#count(oldest, -1);
      this.#from += 1;
    }
  }

  /** Index of the oldest benefit inside. */
  get from(): number {
    return this.#from;
  }

  get sumCents(): Cents {
    return this.#sumCents;
  }

  /** Postal codes; an agency that no list names is a state by itself. */
  get states(): string[] {
    return [...this.#states.keys()];
  }

  /**
   * Names of persons who have nothing to do with each other, one of whom at least is a stranger to the account; empty when
   * there are no two. A stranger was not on it three weeks before the first benefit in that name. Joint holders who are
   * both out of work, a couple of one family name and the member after a wedding are none.
   */
  get unrelatedNames(): string[] {
    this.#unrelated ??= this.#findUnrelated([...this.#names.keys()].slice(0, MOST_NAMES));
    return this.#unrelated;
  }

  #findUnrelated(names: readonly string[]): string[] {
    if (names.length < 2) return [];
    const stranger = names.find(
      (name) => names.some((other) => !sharesWord(name, other)) && this.#isStranger(name),
    );
    if (stranger === undefined) return [];
    return names.filter((name) => name === stranger || !sharesWord(name, stranger));
  }

  #isStranger(name: string): boolean {
    const known = receiverNames(this.#account);
    const until = (this.#firstDays.get(name) ?? 0) - NAME_KNOWN_DAYS;
    // An account without any name by then was opened for it.
    return known.seenUntil(until, 1).length === 0 || known.isStranger(name, until);
  }

  #count({ entry }: PreparedEntry, by: 1 | -1): void {
    this.#sumCents += by * entry.amountCents;
    change(this.#states, this.#state(entry.companyKey), by);
    const name = entry.receiverName;
    if (name === null) return;
    if (!this.#firstDays.has(name)) this.#firstDays.set(name, entry.epochDay);
    if (change(this.#names, name, by)) this.#unrelated = null;
  }

  #state(companyKey: string): string {
    let state = this.#stateOf.get(companyKey);
    if (state === undefined) {
      state = stateOf(companyKey);
      this.#stateOf.set(companyKey, state);
    }
    return state;
  }
}

/** Counts; returns whether the key came or went. */
function change(counts: Map<string, number>, key: string, by: 1 | -1): boolean {
  const before = counts.get(key) ?? 0;
  if (before + by === 0) counts.delete(key);
  else counts.set(key, before + by);
  return before === 0 || before + by === 0;
}
