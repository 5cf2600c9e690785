import 'express-session';
import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { requestIdOf } from '@clearwatch/service-kit/http/request-context';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import type { Request } from 'express';
import type { Principal } from './session.entity.ts';

/** What is left to do in a session; everything but that is closed until it is `complete`. */
export type SessionStage = 'password_change' | 'two_factor_setup' | 'complete';

/** Who signed in and how far. Ids only: names and roles are read afresh at every request. */
export interface SignedIn {
  userId: number;
  stage: SessionStage;
  /** The account's session version at sign-in; another one by now means: this session is dead. */
  sessionVersion: number;
  /** Milliseconds since 1970; the seven days count from here, however often the id changes. */
  signedInAt: number;
  /** Network address at sign-in; null when unknown. */
  address: string | null;
  /** Browser and system in words; null when it did not say. */
  browser: string | null;
  /** What the user is told about the time before this sign-in; times in ISO 8601. */
  before: Pick<CurrentUser, 'lastLogin' | 'failedSinceLastLogin' | 'lastFailedLogin'>;
}

declare module 'express-session' {
  interface SessionData {
    signedIn?: SignedIn;
  }
}

/** A session whose user was found, active and unchanged. */
export interface SignedInPrincipal {
  principal: Principal;
  session: SignedIn;
  /** Milliseconds since the last activity that was written down. */
  idleMs: number;
}

const PRINCIPAL = Symbol('principal');
type WithPrincipal = Request & { [PRINCIPAL]?: SignedInPrincipal };

export function setPrincipal(request: Request, signedIn: SignedInPrincipal): void {
  (request as WithPrincipal)[PRINCIPAL] = signedIn;
}

/** Null for somebody who is not signed in. */
export function principalOf(request: Request): SignedInPrincipal | null {
  return (request as WithPrincipal)[PRINCIPAL] ?? null;
}

/** Within a route that is for signed-in staff. */
export function signedInOf(request: Request): SignedInPrincipal {
  const signedIn = principalOf(request);
  if (signedIn === null) throw new Error('The access check lets nobody through here who is not signed in');
  return signedIn;
}

/** Who acts in a request: the user behind the session, from where he asked. */
export function actorOf(request: Request, { principal }: SignedInPrincipal): Actor & { userId: number } {
  const { userId, username, role } = principal;
  return { userId, username, role, requestId: requestIdOf(request), address: request.ip ?? null };
}

const MINUTE_MS = 60_000;

/** How long a session may be left alone, and how exactly that is known. */
export interface IdleLimit {
  /** As configured; 0 when it is off. */
  minutes: number;
  /** Milliseconds without activity after which a session is over; 0 when it is off. */
  limitMs: number;
  /**
   * Activity is written down no more often than this. A session may therefore end this much before its time, never
   * after it.
   */
  writeEveryMs: number;
}

export function idleLimitOf({ SESSION_IDLE_MINUTES: minutes }: { SESSION_IDLE_MINUTES: number }): IdleLimit {
  const limitMs = minutes * MINUTE_MS;
  return { minutes, limitMs, writeEveryMs: limitMs === 0 ? MINUTE_MS : Math.min(MINUTE_MS, limitMs / 10) };
}

function isIdle(idleMs: number, { limitMs }: Pick<IdleLimit, 'limitMs'>): boolean {
  return limitMs > 0 && idleMs >= limitMs;
}

/** Spec section 9: sessions expire after 7 days. */
export const MAX_SESSION_MS = 7 * 24 * 3_600_000;

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
    !isIdle(idleMs, idleLimit)
  );
}

/** Somebody, and the session he asks with. Its id is the secret of the cookie: it never leaves the server. */
export interface CurrentSession {
  actor: Actor & { userId: number };
  sessionId: string;
}

/** Null for somebody who is not signed in. */
export function currentSessionOrNull(request: Request): CurrentSession | null {
  const signedIn = principalOf(request);
  return signedIn === null ? null : { actor: actorOf(request, signedIn), sessionId: request.sessionID };
}

/** Within a route that is for signed-in staff. */
export function currentSessionOf(request: Request): CurrentSession {
  return { actor: actorOf(request, signedInOf(request)), sessionId: request.sessionID };
}

/**
 * The condition under which a session `s` of the user `p` (auth.principals) can be used: the same as `isSessionValid`,
 * and all factors given.
 * @param idleMs the placeholder of the idle limit in milliseconds, 0 for none
 */
export const isSessionValidSql = (idleMs: '$2' | ':idleMs'): string => `(
  p.is_active AND s.expire > now()
  AND (s.sess -> 'signedIn' ->> 'sessionVersion')::integer = p.session_version
  AND s.sess -> 'signedIn' ->> 'stage' = 'complete'
  AND (s.sess -> 'signedIn' ->> 'signedInAt')::bigint >= extract(epoch FROM now()) * 1000 - ${MAX_SESSION_MS}
  AND (${idleMs}::bigint = 0 OR s.last_activity > now() - ${idleMs}::bigint * interval '1 millisecond'))`;
