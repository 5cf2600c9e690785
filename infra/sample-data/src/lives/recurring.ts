import type { Draft } from '../draft.ts';
import type { Originator } from '../world/originators.ts';
import type { Random } from '../world/random.ts';

export interface Recurrence {
  random: Random;
  days: readonly number[];
  originator: Originator;
  direction: Draft['direction'];
  /** Amount of a usual entry. */
  cents: number;
  /** How far a single amount strays from the usual one, as a fraction; 0 is the same to the cent. */
  stray?: number;
  holder?: 0 | 1;
}

/** The same company, again and again. */
export function recurring({
  random,
  days,
  originator,
  direction,
  cents,
  stray = 0,
  holder = 0,
}: Recurrence): Draft[] {
  return days.map((day) => ({
    day,
    cents: stray === 0 ? cents : Math.max(100, Math.round(cents * (1 + stray * (2 * random.next() - 1)))),
    direction,
    originator,
    holder,
  }));
}
