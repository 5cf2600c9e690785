import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import type { QueryClient } from '@tanstack/react-query';
import { forgetDrafts, setDraftsAside, takeDraftsUp } from '../drafts/drafts.ts';
import { CURRENT_USER_KEY, readCurrentUser } from './get-current-user.ts';
import type { IdleClock } from './session-clock.ts';

/** A session that ended under its user. */
export interface EndedSession {
  userId: number;
  /** The limit that ran out, in minutes; null when it ended otherwise: by an admin, from another browser, by age. */
  idleMinutes: number | null;
}

const ENDED_KEY = ['ended-session'] as const;
const CLOCK_KEY = ['idle-clock'] as const;

/** The server may be a moment ahead of us. */
const TOLERANCE_MS = 5_000;

/** Nobody is signed in any more: whatever was read for the last user is gone before the next one sits down. */
export function forgetSession(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== CURRENT_USER_KEY[0] });
  forgetDrafts();
  client.setQueryData(CURRENT_USER_KEY, null);
}

/** The session ended without its user's doing. The sign-in screen will say so and lead back to the same address. */
export function endSession(client: QueryClient): void {
  const user = client.getQueryData<CurrentUser | null>(CURRENT_USER_KEY);
  if (!user) return;
  const clock = client.getQueryData<IdleClock | null>(CLOCK_KEY);
  const ranOut = clock && Date.now() >= clock.endsAt - TOLERANCE_MS;
  setDraftsAside(user.id);
  forgetSession(client);
  keep(client, ENDED_KEY, { userId: user.id, idleMinutes: ranOut ? clock.idleMinutes : null });
}

/** How the last session ended, if it did so under its user; null after a sign-out and for a fresh page. */
export function endedSessionOf(client: QueryClient): EndedSession | null {
  return client.getQueryData<EndedSession>(ENDED_KEY) ?? null;
}

/** Somebody has signed in: from now on he is the user, and how the session before ended is of no interest. */
export function beginSession(client: QueryClient, user: CurrentUser): void {
  client.removeQueries({ queryKey: ENDED_KEY });
  takeDraftsUp(user.id);
  client.setQueryData(CURRENT_USER_KEY, user);
}

/** Remembered so that an end that comes as a refusal can be told from one by the idle limit. */
export function rememberIdleClock(client: QueryClient, clock: IdleClock | null): void {
  keep(client, CLOCK_KEY, clock);
}

/** Asks whether the session still stands. Only a clear no ends it: a server in trouble has not said no. */
export async function checkSession(client: QueryClient): Promise<void> {
  const before = client.getQueryData<CurrentUser | null>(CURRENT_USER_KEY);
  const user = await readCurrentUser().catch(() => undefined);
  // Signed out meanwhile: then this answer is no news.
  if (!before || client.getQueryData(CURRENT_USER_KEY) !== before) return;
  if (user === null) endSession(client);
  // Another tab of this browser has signed somebody else in, and the cookie is one for all.
  if (user && user.id !== before.id) {
    forgetSession(client);
    beginSession(client, user);
  }
}

function keep(
  client: QueryClient,
  queryKey: readonly string[],
  value: EndedSession | IdleClock | null,
): void {
  client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(queryKey, value);
}
