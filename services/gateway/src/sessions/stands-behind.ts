import { type IdleLimit, isIdledOut } from './idle-limit.ts';
import type { Principal } from './principal.ts';
import type { SignedIn } from './session-data.ts';
import { SESSION_MS } from './session-days.ts';

/** What time has done to a session. */
export interface SessionAge {
  /** Milliseconds since 1970. */
  now: number;
  /** Milliseconds since somebody last did something with it. */
  idleMs: number;
  idleLimit: IdleLimit;
}

/**
 * Whether this user, as he is now, still stands behind the session: active, unchanged since the sign-in in what ends
 * sessions, there not too long ago, and signed in not longer ago than a session may last.
 */
export function standsBehind(
  principal: Principal | null,
  session: SignedIn,
  { now, idleMs, idleLimit }: SessionAge,
): principal is Principal {
  return (
    principal !== null &&
    principal.userId === session.userId &&
    principal.isActive &&
    principal.sessionVersion === session.sessionVersion &&
    now - session.signedInAt <= SESSION_MS &&
    !isIdledOut(idleMs, idleLimit)
  );
}
