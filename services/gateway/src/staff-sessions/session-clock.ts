import type { SessionClock } from '@clearwatch/contracts/http/sessions';
import { SESSION_MS } from '../sessions/session-days.ts';
import type { SessionAge } from '../sessions/stands-behind.ts';

/** @param signedInAt milliseconds since 1970 */
export function toSessionClock(signedInAt: number, { now, idleMs, idleLimit }: SessionAge): SessionClock {
  const { minutes, limitMs } = idleLimit;
  return {
    now: isoOf(now),
    idleAt: limitMs === 0 ? null : isoOf(now - idleMs + limitMs),
    idleMinutes: minutes,
    expiresAt: isoOf(signedInAt + SESSION_MS),
  };
}

const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
