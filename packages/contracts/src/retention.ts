/**
 * Purges take the lock in shared mode, and placing a hold takes it in exclusive mode. When a hold is confirmed,
 * earlier purges have ended, and later ones see it.
 */
const HOLD_LOCK = 3_018_664_207;

export const LOCK_HOLDS_SHARED = `SELECT pg_advisory_xact_lock_shared(${HOLD_LOCK})`;
export const LOCK_HOLDS_EXCLUSIVE = `SELECT pg_advisory_xact_lock(${HOLD_LOCK})`;

/** Owned by ingest. Every service that removes data reads the holds in the same statement (`READ_GRANTS`). */
const ACTIVE_HOLDS = 'ledger.legal_holds hold WHERE hold.released_at IS NULL';

export const EVERYTHING_IS_HELD = `EXISTS (SELECT FROM ${ACTIVE_HOLDS} AND hold.account_number IS NULL)`;

export const ANY_HOLD_EXISTS = `EXISTS (SELECT FROM ${ACTIVE_HOLDS})`;

/** @param account SQL expression for an account number */
export const isHeld = (account: string) =>
  `EXISTS (SELECT FROM ${ACTIVE_HOLDS} AND (hold.account_number IS NULL OR hold.account_number = ${account}))`;

/**
 * Whether a text contains the number of a held account, even within a longer number, or everything is held.
 * @param text SQL expression for a text
 */
export const mentionsHeldAccount = (text: string) =>
  `EXISTS (SELECT FROM ${ACTIVE_HOLDS} AND (hold.account_number IS NULL OR position(hold.account_number IN ${text}) > 0))`;

/** Spec section 9. */
export const DEFAULT_RETENTION_YEARS = 7;

/** Six under the Nacha Operating Rules (1.4.1), five under the Bank Secrecy Act (31 CFR 1010.430(d), 1020.320(d)). */
export const MIN_RETENTION_YEARS = 6;

/** Longer periods are assumed to be typing errors. */
export const MAX_RETENTION_YEARS = 99;

export const RETENTION_YEARS_MESSAGE = `TRANSACTIONS_KEPT_YEARS must be a whole number of years from ${MIN_RETENTION_YEARS} to ${MAX_RETENTION_YEARS}: the Nacha Operating Rules require that records of entries be kept for six years`;
