import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { queryOptions } from '@tanstack/react-query';
import { partsOf } from './describe-error.ts';
import { ApiError, requestJson } from './http.ts';

/** Spec section 9. */
const FRESH_FOR_MS = 5 * 60 * 1000;

export const CURRENT_USER_KEY = ['/api/auth/user'] as const;

/** Who is signed in; null when nobody is. 401 is an answer here, not an error (spec section 4). */
export function getCurrentUser() {
  return queryOptions({
    queryKey: CURRENT_USER_KEY,
    queryFn: ({ signal }) => readCurrentUser(signal),
    staleTime: FRESH_FOR_MS,
    // The gate stands on this answer for as long as the page is open.
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
  });
}

/** The same question past the cache, for those who must decide first what the answer means. */
export async function readCurrentUser(signal?: AbortSignal): Promise<CurrentUser | null> {
  try {
    return await requestJson<CurrentUser>('/api/auth/user', { ...(signal && { signal }) });
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

/** Spec section 8: an error whose message, "401: …", holds one of these. A request id may do so by chance. */
function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && /401|Unauthorized/.test(partsOf(error.message).words);
}
