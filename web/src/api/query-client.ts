import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-client.ts';
import { CURRENT_USER_KEY, endSession } from './session-api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `signsIn`: a step of signing in, where 401 says that a password or code is wrong, not that a session ended. */
    mutationMeta: { signsIn?: true };
  }
}

// By default a button learns a tick later that its request is under way: time enough for the second half of a double
// click to send it again.
notifyManager.setScheduler(queueMicrotask);

/**
 * Spec section 7: reads never go stale, are not repeated on focus and not retried; what changes is invalidated by
 * server-sent events and by our own writes. `networkMode: always` because the server may well be this machine: the
 * browser's idea of being offline says nothing about it.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => endSessionOn401(client, error) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (!meta?.signsIn) endSessionOn401(client, error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

/** A session that has ended elsewhere (idle, revoked) shows at the next call: forget everything, back to sign-in. */
function endSessionOn401(client: QueryClient, error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  if (!client.getQueryData(CURRENT_USER_KEY)) return;
  endSession(client);
}
