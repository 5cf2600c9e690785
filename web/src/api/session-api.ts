import type {
  ChangePasswordRequest,
  CurrentUser,
  FreshCodeResponse,
  LoginRequest,
  LoginResponse,
  SessionExpiry,
  SetupTwoFactorResponse,
  StaffSession,
  VerifyTwoFactorResponse,
} from '@clearwatch/contracts/sign-in.dto';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { LOCAL_KEY } from '../lib/browser-state.ts';
import { clearDrafts, restoreDrafts, suspendDrafts } from '../lib/form-drafts.ts';
import { ALWAYS, ApiError, jsonQuery, post, requestJson } from './api-client.ts';
import { splitRequestId } from './error-messages.ts';

export const changePassword = (body: ChangePasswordRequest) => post<LoginResponse>('/api/auth/change-password', body);

/** The session may then act as an admin for a few minutes. */
export const confirmCode = (twoFactorCode: string) =>
  post<FreshCodeResponse>('/api/auth/fresh-code', { twoFactorCode });

const USER_STALE_AFTER_MS = 5 * 60 * 1000;

export const CURRENT_USER_KEY = ['/api/auth/user'] as const;

/** Null when signed out: here 401 is an expected response, not an error (spec section 4). */
export function getCurrentUser() {
  return queryOptions({
    queryKey: CURRENT_USER_KEY,
    queryFn: ({ signal }) => fetchCurrentUser(signal),
    staleTime: USER_STALE_AFTER_MS,
    // The application gate needs this data while the page is open.
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
  });
}

export async function fetchCurrentUser(signal?: AbortSignal): Promise<CurrentUser | null> {
  try {
    return await requestJson<CurrentUser>('/api/auth/user', { ...(signal && { signal }) });
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

/** Spec section 8 identifies this error by its message. The request ID is removed because it could contain "401". */
const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && /401|Unauthorized/.test(splitRequestId(error.message).message);

/** Or half of the idle limit if that is shorter. */
const WARNING_LEAD_MS = 2 * 60_000;
/** Or a quarter of the idle limit if that is shorter. */
const KEEP_ALIVE_INTERVAL_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** A request without a response must not keep an abandoned screen open. */
const SESSION_CHECK_TIMEOUT_MS = 10_000;

export interface IdleClock {
  idleMinutes: number;
  endsAt: number;
  warnsAt: number;
  keepAliveEveryMs: number;
}

/** Does not count as activity. Null when there is no idle limit. */
export async function fetchIdleClock(): Promise<IdleClock | null> {
  const clock = await requestJson<SessionExpiry>('/api/auth/session', {
    background: true,
    signal: AbortSignal.timeout(SESSION_CHECK_TIMEOUT_MS),
  });
  return toIdleClock(clock, Date.now());
}

export async function staySignedIn(): Promise<IdleClock | null> {
  const clock = await requestJson<SessionExpiry>('/api/auth/stay-signed-in', { method: 'POST' });
  return toIdleClock(clock, Date.now());
}

/** This computer's clock may be wrong by hours, so only the time left on the server's clock counts. */
export function toIdleClock({ now, idleAt, idleMinutes }: SessionExpiry, receivedAt: number): IdleClock | null {
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

export interface EndedSession {
  userId: number;
  /** The idle limit that was reached, in minutes; null if the session ended for another reason. */
  idleMinutes: number | null;
}

const ENDED_SESSION_KEY = [...LOCAL_KEY, 'ended-session'] as const;
const IDLE_CLOCK_KEY = [...LOCAL_KEY, 'idle-clock'] as const;

/** `endsAt` is slightly late, because the response took time to arrive. */
const CLOCK_TOLERANCE_MS = 5_000;

export function clearSession(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== CURRENT_USER_KEY[0] });
  clearDrafts();
  client.setQueryData(CURRENT_USER_KEY, null);
}

/** For a session that the user did not end. The sign-in screen shows the reason and returns to the same address. */
export function endSession(client: QueryClient): void {
  const user = client.getQueryData<CurrentUser | null>(CURRENT_USER_KEY);
  if (!user) return;
  const clock = client.getQueryData<IdleClock | null>(IDLE_CLOCK_KEY);
  const ranOut = clock && Date.now() >= clock.endsAt - CLOCK_TOLERANCE_MS;
  suspendDrafts(user.id);
  clearSession(client);
  client.setQueryData<EndedSession>(ENDED_SESSION_KEY, {
    userId: user.id,
    idleMinutes: ranOut ? clock.idleMinutes : null,
  });
}

export const getEndedSession = (client: QueryClient): EndedSession | null =>
  client.getQueryData<EndedSession>(ENDED_SESSION_KEY) ?? null;

export function beginSession(client: QueryClient, user: CurrentUser): void {
  client.removeQueries({ queryKey: ENDED_SESSION_KEY });
  restoreDrafts(user.id);
  client.setQueryData(CURRENT_USER_KEY, user);
}

/** Lets `endSession` tell whether the idle limit was reached. */
export function rememberIdleClock(client: QueryClient, clock: IdleClock | null): void {
  client.setQueryData(IDLE_CLOCK_KEY, clock);
}

/** Ends the session only if the server reports that it has ended, not when the request fails. */
export async function checkSession(client: QueryClient): Promise<void> {
  const before = client.getQueryData<CurrentUser | null>(CURRENT_USER_KEY);
  const user = await fetchCurrentUser().catch(() => undefined);
  if (!before || client.getQueryData(CURRENT_USER_KEY) !== before) return;
  if (user === null) endSession(client);
  // Another tab signed in a different user; both share the cookie.
  if (user && user.id !== before.id) {
    clearSession(client);
    beginSession(client, user);
  }
}

export const SESSIONS_KEY = ['/api/auth/sessions'] as const;

export const listSessions = () => jsonQuery<StaffSession[]>(SESSIONS_KEY, SESSIONS_KEY[0], ALWAYS);

export const signInRequests = {
  login: (body: LoginRequest) => post<LoginResponse>('/api/auth/login', body),
  setUpTwoFactor: (signal: AbortSignal) =>
    requestJson<SetupTwoFactorResponse>('/api/auth/setup-2fa', { method: 'POST', signal }),
  verifyTwoFactor: (twoFactorCode: string) => post<VerifyTwoFactorResponse>('/api/auth/verify-2fa', { twoFactorCode }),
};
