/**
 * Purges share this lock until their transaction ends, and placing a hold takes it exclusively: every purge after a
 * confirmed hold sees it, and purges that were running have ended.
 */
const HOLD_LOCK = 3_018_664_207;

export const LOCK_HOLDS_SHARED = `SELECT pg_advisory_xact_lock_shared(${HOLD_LOCK})`;
export const LOCK_HOLDS_EXCLUSIVE = `SELECT pg_advisory_xact_lock(${HOLD_LOCK})`;

/**
 * Active holds. Ingest owns them; other services that remove data read them (`READ_GRANTS`) in the statement that
 * removes, and all must use the same condition.
 */
const ACTIVE_HOLDS = 'ledger.legal_holds hold WHERE hold.released_at IS NULL';

export const EVERYTHING_IS_HELD = `EXISTS (SELECT FROM ${ACTIVE_HOLDS} AND hold.account_number IS NULL)`;

export const ANY_HOLD_EXISTS = `EXISTS (SELECT FROM ${ACTIVE_HOLDS})`;

/** @param account SQL of an account number */
export const isHeld = (account: string) =>
  `EXISTS (SELECT FROM ${ACTIVE_HOLDS} AND (hold.account_number IS NULL OR hold.account_number = ${account}))`;

/**
 * For texts whose account is unknown: true when the text contains the number of a held account, even as part of a
 * longer number, or everything is held.
 * @param text SQL of a text
 */
export const mentionsHeldAccount = (text: string) =>
  `EXISTS (SELECT FROM ${ACTIVE_HOLDS} AND (hold.account_number IS NULL OR position(hold.account_number IN ${text}) > 0))`;

/** Spec section 9. */
export const DEFAULT_RETENTION_YEARS = 7;

/**
 * The Nacha Operating Rules require six years for records of entries (subsection 1.4.1), the Bank Secrecy Act five
 * (31 CFR 1010.430(d), 31 CFR 1020.320(d)).
 */
export const MIN_RETENTION_YEARS = 6;

/** Longer periods are typing errors. */
export const MAX_RETENTION_YEARS = 99;

export const RETENTION_YEARS_MESSAGE = `TRANSACTIONS_KEPT_YEARS must be a whole number of years from ${MIN_RETENTION_YEARS} to ${MAX_RETENTION_YEARS}: the Nacha Operating Rules require records of entries for six years`;
