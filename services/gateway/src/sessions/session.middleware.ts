import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import { routeOf } from '../routes/match-route.ts';
import { type CookiePolicy, cookieAttributes } from './cookie-policy.ts';
import type { PrincipalStore } from './principal-store.ts';
import { SESSION_MS } from './session-days.ts';

export function sessions(options: {
  policy: CookiePolicy;
  keys: string;
  store: PrincipalStore;
}): RequestHandler {
  const { policy, keys, store } = options;
  const load = session({
    name: policy.name,
    secret: keys.split(','),
    store,
    resave: false,
    saveUninitialized: false,
    rolling: false,
    cookie: { ...cookieAttributes(policy), maxAge: SESSION_MS },
  });
  return (request: Request, response: Response, next: NextFunction) => {
    // express-session would silently set no cookie; better a sentence that names the cause.
    if (policy.secure && !request.secure && routeOf(request).path !== 'api/health') {
      throw new AppError('bad_request', 'This server is used over https only.');
    }
    void load(request, response, (error?: unknown) => {
      // Whether the system is healthy can be asked while the sessions' database is away.
      if (error !== undefined && routeOf(request).path === 'api/health') next();
      else next(error);
    });
  };
}
