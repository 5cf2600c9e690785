import { addToLogContext } from '@clearwatch/service-kit/logging/log-context';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { CookiePolicy } from './cookie-policy.ts';
import type { IdleLimit } from './idle-limit.ts';
import { type Principal, setPrincipal } from './principal.ts';
import type { PrincipalStore } from './principal-store.ts';
import type { SignedIn } from './session-data.ts';
import { endSession } from './session-steps.ts';
import { standsBehind } from './stands-behind.ts';

/**
 * Finds out at every request who stands behind the session: deactivation, deletion, a new role or password act on
 * the next request. A database that does not answer is an error (503), never "nobody".
 */
export function principal(options: {
  store: PrincipalStore;
  idleLimit: IdleLimit;
  policy: CookiePolicy;
}): RequestHandler {
  const { store, idleLimit, policy } = options;
  return async (request: Request, response: Response, next: NextFunction) => {
    // Undefined when the store did not answer and the route can do without.
    const session = request.session as typeof request.session | undefined;
    if (session?.signedIn !== undefined) {
      const found = store.foundWith(session);
      if (found === undefined) throw new Error('The session was not read through the principal store');
      const { principal: user, idleMs } = found;
      if (standsBehind(user, session.signedIn, { now: Date.now(), idleMs, idleLimit })) {
        setPrincipal(request, { principal: user, session: session.signedIn, idleMs });
        addToLogContext({ userId: user.userId });
      } else if (!isOutdated(user, session.signedIn)) {
        await endSession(request, response, policy);
      }
    }
    next();
  };
}

/**
 * Of no use, but perhaps on its way to the next step in another tab of the same browser, whose cookie must not be taken
 * back. What nobody continues is removed when it has idled out.
 */
function isOutdated(user: Principal | null, session: SignedIn): boolean {
  return user !== null && user.isActive && user.sessionVersion !== session.sessionVersion;
}
