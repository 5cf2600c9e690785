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

/** A stretch of the entries, both indexes included. */
interface Stretch {
  from: number;
  to: number;
}

/** A behaviour that may still grow. */
interface Growing<Detail> {
  trigger: PreparedEntry;
  /** Oldest first, never touching each other. */
  stretches: Stretch[];
  first: Detail;
  peak: Detail;
}

/**
 * Joins the windows that met a rule's condition into behaviours, so that one burst is one finding. A behaviour lasts
 * `coolDays` from its trigger's day; the next completion after that begins a new one. Completions must come in the order
 * of the entries; a window may begin before the one that completed earlier. The work is linear in the number of entries.
 */
export class BehaviourCollector<Detail extends Strength> {
  readonly #entries: readonly PreparedEntry[];
  readonly #coolDays: number;
  readonly #found: Growing<Detail>[] = [];

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
      addStretch(current.stretches, { from, to: at });
      if (detail.strength > current.peak.strength) current.peak = detail;
    } else {
      this.#found.push({ trigger, stretches: [{ from, to: at }], first: detail, peak: detail });
    }
  }

  behaviours(): Behaviour<Detail>[] {
    return this.#found.map(({ trigger, stretches, first, peak }) => {
      const entries = stretches.flatMap(({ from, to }) => this.#entries.slice(from, to + 1));
      const amountCents = entries.reduce((sum, { entry }) => sum + entry.amountCents, 0);
      return { trigger, entries, amountCents, first, peak };
    });
  }
}

/** Adds a stretch that ends last; those that it reaches become one with it. */
function addStretch(stretches: Stretch[], { from, to }: Stretch): void {
  let first = from;
  for (let last = stretches.at(-1); last !== undefined && last.to >= first - 1; last = stretches.at(-1)) {
    first = Math.min(first, last.from);
    stretches.pop();
  }
  stretches.push({ from: first, to });
}
