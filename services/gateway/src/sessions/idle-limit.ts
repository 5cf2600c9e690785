const MINUTE_MS = 60_000;

/** How long a session may be left alone, and how exactly that is known. */
export interface IdleLimit {
  /** As configured; 0 when it is off. */
  minutes: number;
  /** Milliseconds without activity after which a session is over; 0 when it is off. */
  limitMs: number;
  /**
   * Activity is written down no more often than this. A session may therefore end this much before its time, never
   * after it.
   */
  writeEveryMs: number;
}

export function idleLimitOf({ SESSION_IDLE_MINUTES: minutes }: { SESSION_IDLE_MINUTES: number }): IdleLimit {
  const limitMs = minutes * MINUTE_MS;
  return { minutes, limitMs, writeEveryMs: limitMs === 0 ? MINUTE_MS : Math.min(MINUTE_MS, limitMs / 10) };
}

export function isIdledOut(idleMs: number, { limitMs }: Pick<IdleLimit, 'limitMs'>): boolean {
  return limitMs > 0 && idleMs >= limitMs;
}
