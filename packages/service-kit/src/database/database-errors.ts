/** Unreachable, starting, stopping, read-only, out of connections, or timeout (57014, 25P03, 55P03; PostgreSQL appendix A). */
const UNAVAILABLE_STATES = /^(08|57P0[1-5]|53[023]00|25006|25P03|57014|55P03)/;
const UNAVAILABLE_SOCKETS = /^(ECONN(REFUSED|RESET)|E(HOST|NET)UNREACH|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** node-postgres throws plain errors when a connection breaks or the pool is exhausted. */
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end|Query read timeout/;

/** SQLSTATE or system error code, even if TypeORM wraps the error; otherwise empty. */
export function errorCodeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'driverError' in error ? errorCodeOf(error.driverError) : '';
}

/** True when a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = errorCodeOf(error);
  if (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SOCKETS.test(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return error instanceof Error && UNAVAILABLE_MESSAGES.test(error.message);
}

/** True while the database is starting, recovering or stopping (57P03), or if nothing is listening. */
export function refusesConnections(error: unknown): boolean {
  return ['57P03', 'ECONNREFUSED'].includes(errorCodeOf(error));
}

/** True while the database is starting or recovering from a crash. */
export function isDatabaseStarting(error: unknown): boolean {
  return errorCodeOf(error) === '57P03' && !(error instanceof Error && /shutting down/.test(error.message));
}

/** 53100 from PostgreSQL, ENOSPC or EDQUOT from the file system. */
export function isDiskFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(errorCodeOf(error));
}

/** Deadlock (40P01) or serialization failure (40001), after which the transaction can be repeated safely. */
export function isRetryable(error: unknown): boolean {
  return ['40P01', '40001'].includes(errorCodeOf(error));
}

export function isUniqueViolation(error: unknown): boolean {
  return errorCodeOf(error) === '23505';
}
