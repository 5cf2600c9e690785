/**
 * A screen asks for an alert again whenever figures change; that is one look at it, not many. Ten minutes are short
 * enough that coming back later is written down as what it is.
 */
const ONE_LOOK_MS = 10 * 60_000;

/** Who has looked at which alert a moment ago, in this process. */
export class RecentViews {
  /** When each look began, milliseconds; oldest first. */
  private readonly begun = new Map<string, number>();

  /** @returns false when it belongs to a look that has been written down */
  begin(userId: number | null, alertId: number, now: number): boolean {
    for (const [key, at] of this.begun) {
      if (now - at < ONE_LOOK_MS) break;
      this.begun.delete(key);
    }
    const key = keyOf(userId, alertId);
    if (this.begun.has(key)) return false;
    this.begun.set(key, now);
    return true;
  }

  /** It could not be written down: the next one counts. */
  undo(userId: number | null, alertId: number): void {
    this.begun.delete(keyOf(userId, alertId));
  }
}

function keyOf(userId: number | null, alertId: number): string {
  return `${userId} ${alertId}`;
}
