import { BACKGROUND_HEADER } from '@clearwatch/contracts/http-headers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { addToLogContext } from '@clearwatch/service-kit/logging/logger';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { routeOf } from '../routes/match-route.ts';
import type { Principal } from './session.entity.ts';
import { type CookiePolicy, cookieAttributes, endSession } from './session-cookie.ts';
import { isSessionValid, MAX_SESSION_MS, principalOf, type SignedIn, setPrincipal } from './session-principal.ts';
import type { PrincipalStore, SessionStore } from './session-store.ts';

export function recordActivity(sessions: SessionStore): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    const signedIn = principalOf(request);
    if (signedIn !== null && signedIn.idleMs >= sessions.idleLimit.writeEveryMs && isUserActivity(request)) {
      sessions.recordActivity(request.sessionID);
    }
    next();
  };
}

/** Automatic requests from open pages do not keep a session alive. */
function isUserActivity(request: Request): boolean {
  const { kind, passive } = routeOf(request);
  return passive !== true && kind !== 'stream' && request.get(BACKGROUND_HEADER) === undefined;
}

/** Deactivations, role changes and new passwords apply immediately. An unreachable database is 503, never "not signed in". */
export function loadPrincipal({ store, idleLimit }: SessionStore, policy: CookiePolicy): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction) => {
    // Undefined when the store failed and the route works without it.
    const session = request.session as typeof request.session | undefined;
    if (session?.signedIn !== undefined) {
      const found = store.foundWith(session);
      if (found === undefined) throw new Error('The session was not read through the principal store');
      const { principal: user, idleMs } = found;
      if (isSessionValid(user, session.signedIn, { now: Date.now(), idleMs, idleLimit })) {
        setPrincipal(request, { principal: user, session: session.signedIn, idleMs });
        addToLogContext({ userId: user.userId });
      } else if (!isSuperseded(user, session.signedIn)) {
        await endSession(request, response, policy);
      }
    }
    next();
  };
}

/** Another tab of the same browser may be at the next sign-in step, so the cookie must be kept. */
function isSuperseded(user: Principal | null, session: SignedIn): boolean {
  return user !== null && user.isActive && user.sessionVersion !== session.sessionVersion;
}

export function loadSession(options: { policy: CookiePolicy; keys: string; store: PrincipalStore }): RequestHandler {
  const { policy, keys, store } = options;
  const load = session({
    name: policy.name,
    secret: keys.split(','),
    store,
    resave: false,
    saveUninitialized: false,
    rolling: false,
    cookie: { ...cookieAttributes(policy), maxAge: MAX_SESSION_MS },
  });
  return (request: Request, response: Response, next: NextFunction) => {
    // express-session would silently omit the cookie.
    if (policy.secure && !request.secure && routeOf(request).path !== 'api/health') {
      throw new AppError('bad_request', 'This server accepts only https. Use its https:// address.');
    }
    void load(request, response, (error?: unknown) => {
      // The health check must work without the session database.
      if (error !== undefined && routeOf(request).path === 'api/health') next();
      else next(error);
    });
  };
}
