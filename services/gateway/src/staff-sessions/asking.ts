import type { Actor } from '@clearwatch/service-kit/identity/actor';
import type { Request } from 'express';
import { actorOf } from '../sessions/actor-of.ts';
import { principalOf, signedInOf } from '../sessions/principal.ts';

/** Somebody, and the session he asks with. Its id is the secret of the cookie: it never leaves the server. */
export interface Asking {
  actor: Actor & { userId: number };
  sessionId: string;
}

/** Null for somebody who is not signed in. */
export function askingOrNobody(request: Request): Asking | null {
  const signedIn = principalOf(request);
  return signedIn === null ? null : { actor: actorOf(request, signedIn), sessionId: request.sessionID };
}

/** Within a route that is for signed-in staff. */
export function askingOf(request: Request): Asking {
  return { actor: actorOf(request, signedInOf(request)), sessionId: request.sessionID };
}
