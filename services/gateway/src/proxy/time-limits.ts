import type { Route, RouteKind } from '../routes/route.ts';

/** A service on the same network accepts a connection at once or not at all. */
export const CONNECT_LIMIT_MS = 2_000;

/**
 * How long nothing may move in either direction. An upload is answered when the file is stored and projected, for
 * which ingest takes up to five minutes before it answers "still working".
 */
const IDLE_LIMIT_MS: Readonly<Record<RouteKind, number>> = {
  json: 60_000,
  upload: 330_000,
  stream: 60_000,
};

/**
 * 200 sign-ins at once wait for their turn at the hash: eight a second on a calm machine, two on one that has much else
 * to do. Auth refuses those it cannot take; giving up earlier than it does would only make them come again, and would
 * tell an admin that nothing was done when it is done a moment later.
 */
export const HASH_PATIENCE_MS = 180_000;

/** Milliseconds in which nothing may move. */
export function idleLimitOf({ kind, slow }: Pick<Route, 'kind' | 'slow'>): number {
  return slow === true ? HASH_PATIENCE_MS : IDLE_LIMIT_MS[kind];
}
