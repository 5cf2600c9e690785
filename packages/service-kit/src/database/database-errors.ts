/**
 * SQLSTATE classes of a server that is away, starting, stopping, read-only or out of connections, or that gave up
 * waiting: for a slow statement (57014) or for a process that was frozen within a transaction (25P03; PostgreSQL
 * appendix A).
 */
const UNAVAILABLE_STATES = /^(08|57P0[1-5]|53[023]00|25006|25P03|57014)/;
const UNAVAILABLE_SOCKETS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Messages of node-postgres, which throws plain errors when a connection breaks or the pool is exhausted. */
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end|Query read timeout/;

function errorCodeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'driverError' in error ? errorCodeOf(error.driverError) : '';
}

/** The database cannot be asked right now; the same question may be answered later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = errorCodeOf(error);
  if (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SOCKETS.has(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return error instanceof Error && UNAVAILABLE_MESSAGES.test(error.message);
}

/** The database takes no connection from anybody: it is starting, recovering or stopping (57P03), or nothing listens. */
export function refusesConnections(error: unknown): boolean {
  return ['57P03', 'ECONNREFUSED'].includes(errorCodeOf(error));
}

/** The database is there and brings its data up to date, say after a crash; it accepts connections when it is done. */
export function isDatabaseStarting(error: unknown): boolean {
  return errorCodeOf(error) === '57P03' && !(error instanceof Error && /shutting down/.test(error.message));
}

/** 53100 from PostgreSQL, ENOSPC or EDQUOT from the file system. */
export function isDiskFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(errorCodeOf(error));
}

/** Deadlock or serialisation failure: PostgreSQL undid the transaction, running it again is right (40P01, 40001). */
export function isRetryable(error: unknown): boolean {
  return ['40P01', '40001'].includes(errorCodeOf(error));
}

export function isUniqueViolation(error: unknown): boolean {
  return errorCodeOf(error) === '23505';
}
