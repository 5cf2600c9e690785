import type { QueryClient } from '@tanstack/react-query';
import { CURRENT_USER_KEY, getCurrentUser } from './get-current-user.ts';

/** Nobody is signed in any more: whatever was read for the last user is gone before the next one sits down. */
export function forgetSession(client: QueryClient): void {
  client.setQueryData(CURRENT_USER_KEY, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== CURRENT_USER_KEY[0] });
}

/** Asks whether the session still stands. Only a clear no ends it: a server in trouble has not said no. */
export async function checkSession(client: QueryClient): Promise<void> {
  const user = await client.fetchQuery({ ...getCurrentUser(), staleTime: 0 }).catch(() => undefined);
  if (user === null) forgetSession(client);
}
