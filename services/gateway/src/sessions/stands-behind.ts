import type { Principal } from './principal.ts';
import type { SignedIn } from './session-data.ts';
import { SESSION_MS } from './session-days.ts';

/**
 * Whether this user, as he is now, still stands behind the session: active, unchanged since the sign-in in what ends
 * sessions, and not longer ago than a session may last.
 */
export function standsBehind(
  principal: Principal | null,
  session: SignedIn,
  now: number,
): principal is Principal {
  return (
    principal !== null &&
    principal.userId === session.userId &&
    principal.isActive &&
    principal.sessionVersion === session.sessionVersion &&
    now - session.signedInAt <= SESSION_MS
  );
}
