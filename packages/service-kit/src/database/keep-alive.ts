/**
 * TCP asks a silent peer whether it is still there. Linux waits two hours before it begins to ask; from ten seconds on,
 * whoever waits for a machine that has vanished is told within some minutes.
 */
export const KEEP_ALIVE_AFTER_MS = 10_000;

/** For every connection of node-postgres. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS } as const;
