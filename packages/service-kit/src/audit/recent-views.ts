import type { Actor } from '../identity/actor.ts';

/**
 * A screen asks for a thing again whenever figures change; that is one look at it, not many. Ten minutes are short
 * enough that coming back later is written down as what it is.
 */
const ONE_LOOK_MS = 10 * 60_000;

/** Who looks, from where: the same person at another address may be somebody else. */
export type Looker = Pick<Actor, 'userId' | 'address'>;

interface Look {
  /** Milliseconds since 1970. */
  begun: number;
  written: Promise<void>;
}

/** Who has looked at which alert, member or transaction a moment ago, in this process; one of these for each kind. */
export class RecentViews {
  /** Oldest first. */
  private readonly looks = new Map<string, Look>();

  /**
   * Has a look written down, unless it belongs to an earlier one; comes back when it stands there. What could not be
   * written down does not count.
   */
  async note(
    looker: Looker,
    id: number,
    { now, write }: { now: number; write: () => Promise<void> },
  ): Promise<void> {
    for (const [key, { begun }] of this.looks) {
      if (now - begun < ONE_LOOK_MS) break;
      this.looks.delete(key);
    }
    const key = `${looker.userId} ${looker.address} ${id}`;
    const earlier = this.looks.get(key);
    if (earlier !== undefined) return earlier.written;
    const look = { begun: now, written: write() };
    this.looks.set(key, look);
    try {
      await look.written;
    } catch (error) {
      this.looks.delete(key);
      throw error;
    }
  }
}
