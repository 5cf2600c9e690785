import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { LOCAL_KEY } from '../lib/browser-state.ts';
import { ApiError } from './api-client.ts';
import { CURRENT_USER_KEY, endSession } from './session-api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `signsIn`: a sign-in step, where 401 means a wrong password or code, not an ended session. */
    mutationMeta: { signsIn?: true };
  }
}

// By default, a button is disabled one tick after its request starts, so a double click could send it twice.
notifyManager.setScheduler(queueMicrotask);

/**
 * Spec section 7: reads never become stale with age, on focus or on reconnect, and are not retried; events and our own
 * writes invalidate them. `networkMode: always` because the server may be this machine.
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
  client.setQueryDefaults(LOCAL_KEY, { gcTime: Number.POSITIVE_INFINITY });
  return client;
}

/** The session ended elsewhere (idle or revoked). */
function endSessionOn401(client: QueryClient, error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  if (!client.getQueryData(CURRENT_USER_KEY)) return;
  endSession(client);
}
