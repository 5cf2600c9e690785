import type { RouteKind } from '../routes/route.ts';

/** A service on the same network accepts a connection at once or not at all. */
export const CONNECT_LIMIT_MS = 2_000;

/**
 * How long nothing may move in either direction. An upload is answered when the file is stored and projected, for
 * which ingest takes up to five minutes before it answers "still working".
 */
export const IDLE_LIMIT_MS: Readonly<Record<RouteKind, number>> = {
  json: 60_000,
  upload: 330_000,
  stream: 60_000,
};
