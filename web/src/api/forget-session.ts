import type { QueryClient } from '@tanstack/react-query';
import { CURRENT_USER_KEY, getCurrentUser } from './get-current-user.ts';

const SESSION_ENDED_KEY = ['session-ended'] as const;

/** Nobody is signed in any more: whatever was read for the last user is gone before the next one sits down. */
export function forgetSession(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== CURRENT_USER_KEY[0] });
  client.setQueryData(CURRENT_USER_KEY, null);
}

/** The session was ended elsewhere: it ran out, or an admin ended it. The sign-in screen will say so. */
export function endSession(client: QueryClient): void {
  forgetSession(client);
  client.setQueryData(SESSION_ENDED_KEY, true);
}

/** Whether the user is here because a session ended under him. Forgotten at the next sign-out. */
export function hasSessionEnded(client: QueryClient): boolean {
  return client.getQueryData(SESSION_ENDED_KEY) === true;
}

/** Asks whether the session still stands. Only a clear no ends it: a server in trouble has not said no. */
export async function checkSession(client: QueryClient): Promise<void> {
  const user = await client.fetchQuery({ ...getCurrentUser(), staleTime: 0 }).catch(() => undefined);
  if (user === null) endSession(client);
}
