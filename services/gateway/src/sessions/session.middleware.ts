import { BACKGROUND_HEADER } from '@clearwatch/contracts/http-headers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { addToLogContext, LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import session from 'express-session';
import type { Logger } from 'pino';
import { Raw, Repository } from 'typeorm';
import { routeOf } from '../routes/match-route.ts';
import { type Principal, SessionEntity } from './session.entity.ts';
import { type CookiePolicy, cookieAttributes, endSession } from './session-cookie.ts';
import {
  type IdleLimit,
  isSessionValid,
  MAX_SESSION_MS,
  principalOf,
  type SignedIn,
  setPrincipal,
} from './session-principal.ts';
import { type PrincipalStore, SessionStore } from './session-store.ts';

@Injectable()
export class SessionActivity {
  /** A page sends several requests at once; one of them writes. */
  private readonly writing = new Set<string>();

  constructor(
    @InjectRepository(SessionEntity) private readonly rows: Repository<SessionEntity>,
    private readonly sessions: SessionStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Runs in the background. A failure is repaired by the next request. */
  record(sessionId: string): void {
    if (this.writing.has(sessionId)) return;
    this.writing.add(sessionId);
    this.write(sessionId, this.sessions.idleLimit.writeEveryMs)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'activity could not be written down'))
      .finally(() => this.writing.delete(sessionId));
  }

  /** @returns false when the session has ended */
  async recordNow(sessionId: string): Promise<boolean> {
    return this.write(sessionId, 0);
  }

  /** Never revives a session that has idled out. */
  private async write(sessionId: string, afterMs: number): Promise<boolean> {
    const { limitMs } = this.sessions.idleLimit;
    const { affected } = await this.rows.update(
      {
        sid: sessionId,
        lastActivity: Raw(
          (
            column,
          ) => `(:afterMs::bigint = 0 OR ${column} <= now() - :afterMs::bigint * interval '1 millisecond')
            AND (:limitMs::bigint = 0 OR ${column} > now() - :limitMs::bigint * interval '1 millisecond')`,
          { afterMs: Math.round(afterMs), limitMs },
        ),
      },
      { lastActivity: () => 'greatest(last_activity, now())' },
    );
    return affected === 1;
  }
}

export function recordActivity(activity: SessionActivity, { writeEveryMs }: IdleLimit): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    const signedIn = principalOf(request);
    if (signedIn !== null && signedIn.idleMs >= writeEveryMs && isUserActivity(request)) {
      activity.record(request.sessionID);
    }
    next();
  };
}

/** Requests that open pages send by themselves do not keep a session alive. */
function isUserActivity(request: Request): boolean {
  const { kind, passive } = routeOf(request);
  return passive !== true && kind !== 'stream' && request.get(BACKGROUND_HEADER) === undefined;
}

/**
 * Reads the user for every request: deactivation, deletion, a new role or password apply at once. An unreachable
 * database is an error (503), never "not signed in".
 */
export function loadPrincipal({ store, idleLimit }: SessionStore, policy: CookiePolicy): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction) => {
    // Undefined when the store did not answer and the route works without it.
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

/** Another tab of the same browser may be at the next step of the sign-in, so the cookie must stay. */
function isSuperseded(user: Principal | null, session: SignedIn): boolean {
  return user !== null && user.isActive && user.sessionVersion !== session.sessionVersion;
}

export function loadSession(options: {
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
    cookie: { ...cookieAttributes(policy), maxAge: MAX_SESSION_MS },
  });
  return (request: Request, response: Response, next: NextFunction) => {
    // express-session would silently set no cookie.
    if (policy.secure && !request.secure && routeOf(request).path !== 'api/health') {
      throw new AppError('bad_request', 'This server is used over https only.');
    }
    void load(request, response, (error?: unknown) => {
      // The health check works while the database of the sessions is away.
      if (error !== undefined && routeOf(request).path === 'api/health') next();
      else next(error);
    });
  };
}
