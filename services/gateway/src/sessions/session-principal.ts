import 'express-session';
import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { FRESH_CODE_MINUTES } from '@clearwatch/contracts/users';
import { requestIdOf } from '@clearwatch/service-kit/http/request-context';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import type { Request } from 'express';
import type { Principal } from './session.entity.ts';

/** The next sign-in step. All other requests are refused until `complete`. */
export type SessionStage = 'password_change' | 'two_factor_setup' | 'complete';

/** Stored in the session. Name and role are read from the user for every request. */
export interface SignedIn {
  userId: number;
  stage: SessionStage;
  /** Version of the account at sign-in. A different version invalidates the session. */
  sessionVersion: number;
  /** Milliseconds since 1970. The seven days count from here, even when the session id changes. */
  signedInAt: number;
  address: string | null;
  /** For example "Firefox on Linux". */
  browser: string | null;
  /** When the last code from the authenticator app was accepted, milliseconds since 1970. Allows admin actions for a while. */
  codeAt?: number;
  /** Shown to the user after signing in; ISO 8601. */
  before: Pick<CurrentUser, 'lastLogin' | 'failedSinceLastLogin' | 'lastFailedLogin' | 'accountChanges'>;
}

export const FRESH_CODE_MS = FRESH_CODE_MINUTES * 60_000;

/** The clock may have been set back since the code, which must not extend the time. */
export function hasFreshCode({ codeAt }: Pick<SignedIn, 'codeAt'>, now: number): boolean {
  return codeAt !== undefined && Math.abs(now - codeAt) <= FRESH_CODE_MS;
}

declare module 'express-session' {
  interface SessionData {
    signedIn?: SignedIn;
  }
}

export interface SignedInPrincipal {
  principal: Principal;
  session: SignedIn;
  /** Milliseconds since the last recorded activity. */
  idleMs: number;
  actor: Actor & { userId: number };
  /** Secret of the session cookie. Must never leave the server. */
  sessionId: string;
}

const PRINCIPALS = new WeakMap<Request, SignedInPrincipal>();

export function setPrincipal(
  request: Request,
  found: Pick<SignedInPrincipal, 'principal' | 'session' | 'idleMs'>,
): void {
  const { userId, username, role } = found.principal;
  const actor = { userId, username, role, requestId: requestIdOf(request), address: request.ip ?? null };
  PRINCIPALS.set(request, { ...found, actor, sessionId: request.sessionID });
}

export function principalOf(request: Request): SignedInPrincipal | null {
  return PRINCIPALS.get(request) ?? null;
}

export function signedInOf(request: Request): SignedInPrincipal {
  const signedIn = principalOf(request);
  if (signedIn === null) throw new Error('The access check must reject requests without a session');
  return signedIn;
}

const MINUTE_MS = 60_000;

export interface IdleLimit {
  /** Configured minutes; 0 when off. */
  minutes: number;
  /** Milliseconds without activity after which a session ends; 0 when off. */
  limitMs: number;
  /** Milliseconds between records of activity. A session may end this much early, but never late. */
  writeEveryMs: number;
}

export function idleLimitOf({ SESSION_IDLE_MINUTES: minutes }: { SESSION_IDLE_MINUTES: number }): IdleLimit {
  const limitMs = minutes * MINUTE_MS;
  return { minutes, limitMs, writeEveryMs: limitMs === 0 ? MINUTE_MS : Math.min(MINUTE_MS, limitMs / 10) };
}

/** Spec section 9: sessions expire after 7 days. */
export const MAX_SESSION_MS = 7 * 24 * 3_600_000;

export interface SessionAge {
  /** Milliseconds since 1970. */
  now: number;
  /** Milliseconds since the last activity. */
  idleMs: number;
  idleLimit: IdleLimit;
}

export function isSessionValid(
  principal: Principal | null,
  session: SignedIn,
  { now, idleMs, idleLimit }: SessionAge,
): principal is Principal {
  return (
    principal !== null &&
    principal.userId === session.userId &&
    principal.isActive &&
    principal.sessionVersion === session.sessionVersion &&
    now - session.signedInAt <= MAX_SESSION_MS &&
    (idleLimit.limitMs === 0 || idleMs < idleLimit.limitMs)
  );
}

/** For a session `s` at stage `complete` and its user `p`. @param idleMs placeholder for the idle limit, 0 for none */
export const isSessionValidSql = (idleMs: '$2' | ':idleMs'): string => `(
  p.is_active AND s.expire > now()
  AND (s.sess -> 'signedIn' ->> 'sessionVersion')::integer = p.session_version
  AND s.sess -> 'signedIn' ->> 'stage' = 'complete'
  AND (s.sess -> 'signedIn' ->> 'signedInAt')::bigint >= extract(epoch FROM now()) * 1000 - ${MAX_SESSION_MS}
  AND (${idleMs}::bigint = 0 OR s.last_activity > now() - ${idleMs}::bigint * interval '1 millisecond'))`;
