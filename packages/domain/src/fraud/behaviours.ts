import type { Cents } from '../money/cents.ts';
import type { PreparedEntry } from './preparation/prepared-entry.ts';

/** How strongly a window met the condition; the strongest window of a behaviour sets its risk. */
export interface Strength {
  strength: number;
}

/** One behaviour: every window that met a rule's condition within the cooling period of the first. */
export interface Behaviour<Detail extends Strength> {
  /** The entry that first completed the condition. */
  trigger: PreparedEntry;
  /** The entries of all its windows, oldest first. */
  entries: readonly PreparedEntry[];
  /** Sum of those entries. */
  amountCents: Cents;
  /** The window that the trigger completed. */
  first: Detail;
  /** The strongest window; the earliest of equals. */
  peak: Detail;
}

/**
 * Joins the windows that met a rule's condition into behaviours, so that one burst is one finding. A behaviour lasts
 * `coolDays` from its trigger's day; the next completion after that begins a new one. Completions must come in the order
 * of the entries and their windows may only move forward, then the work is linear in the number of entries.
 */
export class BehaviourCollector<Detail extends Strength> {
  readonly #entries: readonly PreparedEntry[];
  readonly #coolDays: number;
  readonly #found: { trigger: PreparedEntry; entries: PreparedEntry[]; first: Detail; peak: Detail }[] = [];
  /** Index after the last entry that a behaviour holds. */
  #taken = 0;

  constructor(entries: readonly PreparedEntry[], coolDays: number) {
    this.#entries = entries;
    this.#coolDays = coolDays;
  }

  /** The entry at index `at` completed the condition with the window that begins at index `from`. */
  complete({ from, at, detail }: { from: number; at: number; detail: Detail }): void {
    const trigger = this.#entries[at];
    if (trigger === undefined) throw new RangeError('a completing entry is one of the entries');
    const current = this.#found.at(-1);
    if (current !== undefined && trigger.entry.epochDay - current.trigger.entry.epochDay <= this.#coolDays) {
      for (let index = Math.max(from, this.#taken); index <= at; index += 1)
        this.#take(current.entries, index);
      if (detail.strength > current.peak.strength) current.peak = detail;
    } else {
      this.#found.push({ trigger, entries: this.#entries.slice(from, at + 1), first: detail, peak: detail });
    }
    this.#taken = at + 1;
  }

  behaviours(): Behaviour<Detail>[] {
    return this.#found.map((found) => ({
      ...found,
      amountCents: found.entries.reduce((sum, { entry }) => sum + entry.amountCents, 0),
    }));
  }

  #take(into: PreparedEntry[], index: number): void {
    const entry = this.#entries[index];
    if (entry !== undefined) into.push(entry);
  }
}
