import { addToLogContext } from '@clearwatch/service-kit/logging/log-context';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { CookiePolicy } from './cookie-policy.ts';
import type { PrincipalRepository } from './principal.repository.ts';
import { setPrincipal } from './principal.ts';
import { SESSION_MS } from './session.middleware.ts';
import { endSession } from './session-steps.ts';

/**
 * Finds out at every request who stands behind the session: deactivation, deletion, a new role or password act on
 * the next request. A database that does not answer is an error (503), never "nobody".
 */
export function principal(options: {
  principals: PrincipalRepository;
  policy: CookiePolicy;
}): RequestHandler {
  const { principals, policy } = options;
  return async (request: Request, response: Response, next: NextFunction) => {
    // Undefined when the store did not answer and the route can do without.
    const signedIn = (request.session as typeof request.session | undefined)?.signedIn;
    if (signedIn !== undefined) {
      const isOver = Date.now() - signedIn.signedInAt > SESSION_MS;
      const found = isOver ? null : await principals.standingBehind(signedIn);
      if (found === null) {
        await endSession(request, response, policy);
      } else {
        setPrincipal(request, { principal: found, session: signedIn });
        addToLogContext({ userId: found.userId });
      }
    }
    next();
  };
}
