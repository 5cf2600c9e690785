import type {
  ChangePasswordRequest,
  CurrentUser,
  LoginRequest,
  LoginResponse,
  SessionExpiry,
  SetupTwoFactorResponse,
  StaffSession,
  VerifyTwoFactorResponse,
} from '@clearwatch/contracts/sign-in.dto';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { clearDrafts, restoreDrafts, suspendDrafts } from '../lib/form-drafts.ts';
import { ApiError, requestJson } from './api-client.ts';
import { splitRequestId } from './error-messages.ts';

/** Changes the own password. All other sessions of the user end; this one goes on. The answer names the next step. */
export function changePassword(body: ChangePasswordRequest): Promise<LoginResponse> {
  return requestJson<LoginResponse>('/api/auth/change-password', { method: 'POST', body });
}

/** Spec section 9. */
const USER_STALE_AFTER_MS = 5 * 60 * 1000;

export const CURRENT_USER_KEY = ['/api/auth/user'] as const;

/** Who is signed in; null when nobody is. 401 is an answer here, not an error (spec section 4). */
export function getCurrentUser() {
  return queryOptions({
    queryKey: CURRENT_USER_KEY,
    queryFn: ({ signal }) => fetchCurrentUser(signal),
    staleTime: USER_STALE_AFTER_MS,
    // The gate stands on this answer for as long as the page is open.
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
  });
}

/** The same question past the cache, for those who must decide first what the answer means. */
export async function fetchCurrentUser(signal?: AbortSignal): Promise<CurrentUser | null> {
  try {
    return await requestJson<CurrentUser>('/api/auth/user', { ...(signal && { signal }) });
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

/** Spec section 8: an error whose message, "401: …", holds one of these. A request id may do so by chance. */
function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && /401|Unauthorized/.test(splitRequestId(error.message).words);
}

/** The warning stands this long before the end, or half the limit where that is shorter. */
const WARNING_LEAD_MS = 2 * 60_000;
/** Somebody who works without causing requests is reported this often at most, or four times per limit. */
const KEEP_ALIVE_INTERVAL_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** A question without an answer must not keep a deserted screen open. */
const SESSION_CHECK_TIMEOUT_MS = 10_000;

/** What the server says about the end of the session, in the time of this computer (milliseconds since 1970). */
export interface IdleClock {
  idleMinutes: number;
  endsAt: number;
  warnsAt: number;
  keepAliveEveryMs: number;
}

/** Asks without counting as activity. Null when the idle limit is off. */
export async function fetchIdleClock(): Promise<IdleClock | null> {
  const clock = await requestJson<SessionExpiry>('/api/auth/session', {
    background: true,
    signal: AbortSignal.timeout(SESSION_CHECK_TIMEOUT_MS),
  });
  return toIdleClock(clock, Date.now());
}

/** Tells the server that somebody is there. */
export async function staySignedIn(): Promise<IdleClock | null> {
  const clock = await requestJson<SessionExpiry>('/api/auth/stay-signed-in', { method: 'POST' });
  return toIdleClock(clock, Date.now());
}

/** The clock of this computer may be wrong by hours: only the distance to the server's own `now` counts. */
export function toIdleClock(
  { now, idleAt, idleMinutes }: SessionExpiry,
  receivedAt: number,
): IdleClock | null {
  if (idleAt === null || idleMinutes === 0) return null;
  const limit = idleMinutes * MINUTE_MS;
  const endsAt = receivedAt + Date.parse(idleAt) - Date.parse(now);
  return {
    idleMinutes,
    endsAt,
    warnsAt: endsAt - Math.min(WARNING_LEAD_MS, limit / 2),
    keepAliveEveryMs: Math.min(KEEP_ALIVE_INTERVAL_MS, limit / 4),
  };
}

/** A session that ended under its user. */
export interface EndedSession {
  userId: number;
  /** The limit that ran out, in minutes; null when it ended otherwise: by an admin, from another browser, by age. */
  idleMinutes: number | null;
}

const ENDED_SESSION_KEY = ['ended-session'] as const;
const IDLE_CLOCK_KEY = ['idle-clock'] as const;

/** The server may be a moment ahead of us. */
const CLOCK_TOLERANCE_MS = 5_000;

/** Nobody is signed in any more: whatever was read for the last user is gone before the next one sits down. */
export function clearSession(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== CURRENT_USER_KEY[0] });
  clearDrafts();
  client.setQueryData(CURRENT_USER_KEY, null);
}

/** The session ended without its user's doing. The sign-in screen will say so and lead back to the same address. */
export function endSession(client: QueryClient): void {
  const user = client.getQueryData<CurrentUser | null>(CURRENT_USER_KEY);
  if (!user) return;
  const clock = client.getQueryData<IdleClock | null>(IDLE_CLOCK_KEY);
  const ranOut = clock && Date.now() >= clock.endsAt - CLOCK_TOLERANCE_MS;
  suspendDrafts(user.id);
  clearSession(client);
  storeInCache(client, ENDED_SESSION_KEY, {
    userId: user.id,
    idleMinutes: ranOut ? clock.idleMinutes : null,
  });
}

/** How the last session ended, if it did so under its user; null after a sign-out and for a fresh page. */
export function getEndedSession(client: QueryClient): EndedSession | null {
  return client.getQueryData<EndedSession>(ENDED_SESSION_KEY) ?? null;
}

/** Somebody has signed in: from now on he is the user, and how the session before ended is of no interest. */
export function beginSession(client: QueryClient, user: CurrentUser): void {
  client.removeQueries({ queryKey: ENDED_SESSION_KEY });
  restoreDrafts(user.id);
  client.setQueryData(CURRENT_USER_KEY, user);
}

/** Remembered so that an end that comes as a refusal can be told from one by the idle limit. */
export function rememberIdleClock(client: QueryClient, clock: IdleClock | null): void {
  storeInCache(client, IDLE_CLOCK_KEY, clock);
}

/** Asks whether the session still stands. Only a clear no ends it: a server in trouble has not said no. */
export async function checkSession(client: QueryClient): Promise<void> {
  const before = client.getQueryData<CurrentUser | null>(CURRENT_USER_KEY);
  const user = await fetchCurrentUser().catch(() => undefined);
  // Signed out meanwhile: then this answer is no news.
  if (!before || client.getQueryData(CURRENT_USER_KEY) !== before) return;
  if (user === null) endSession(client);
  // Another tab of this browser has signed somebody else in, and the cookie is one for all.
  if (user && user.id !== before.id) {
    clearSession(client);
    beginSession(client, user);
  }
}

function storeInCache(
  client: QueryClient,
  queryKey: readonly string[],
  value: EndedSession | IdleClock | null,
): void {
  client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(queryKey, value);
}

export const SESSIONS_KEY = ['/api/auth/sessions'] as const;

/** Where the user himself is signed in. Other browsers come and go: read anew at every opening. */
export function listSessions() {
  return queryOptions({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => requestJson<StaffSession[]>('/api/auth/sessions', { signal }),
    refetchOnMount: 'always',
  });
}

/** The calls of signing in, in their order; between them may come a change of the password. Each answer names the next step. */
export const signInRequests = {
  login: (body: LoginRequest) => requestJson<LoginResponse>('/api/auth/login', { method: 'POST', body }),

  setUpTwoFactor: (signal: AbortSignal) =>
    requestJson<SetupTwoFactorResponse>('/api/auth/setup-2fa', { method: 'POST', signal }),

  verifyTwoFactor: (twoFactorCode: string) =>
    requestJson<VerifyTwoFactorResponse>('/api/auth/verify-2fa', { method: 'POST', body: { twoFactorCode } }),
};
