/**
 * Whoever purges shares this lock to the end of his transaction, and whoever places a hold has it alone: a hold that has
 * been answered is seen by every purge that comes after, and one that was running has ended.
 */
const HOLD_LOCK = 3_018_664_207;

export const LOCK_HOLDS_SHARED = `SELECT pg_advisory_xact_lock_shared(${HOLD_LOCK})`;
export const LOCK_HOLDS_EXCLUSIVE = `SELECT pg_advisory_xact_lock(${HOLD_LOCK})`;

/**
 * Holds that stand. Ingest keeps them; every other service that removes anything may read them (`READ_GRANTS`) and asks in the very
 * statement that removes. All must ask the same, so the question stands where services agree.
 */
const ACTIVE_HOLDS = 'ledger.legal_holds hold WHERE hold.released_at IS NULL';

export const EVERYTHING_IS_HELD = `EXISTS (SELECT FROM ${ACTIVE_HOLDS} AND hold.account_number IS NULL)`;

export const ANY_HOLD_EXISTS = `EXISTS (SELECT FROM ${ACTIVE_HOLDS})`;

/** @param account SQL of an account number */
export const isHeld = (account: string) =>
  `EXISTS (SELECT FROM ${ACTIVE_HOLDS} AND (hold.account_number IS NULL OR hold.account_number = ${account}))`;

/**
 * Whether a text names an account that is held, or everything is: for texts of which nobody knows whose they are. A number
 * that is part of a longer one counts as named: rather too much is kept than too little.
 * @param text SQL of a text
 */
export const mentionsHeldAccount = (text: string) =>
  `EXISTS (SELECT FROM ${ACTIVE_HOLDS} AND (hold.account_number IS NULL OR position(hold.account_number IN ${text}) > 0))`;

/** Years for which entries and what belongs to them are kept unless the operator sets another period (spec section 9). */
export const DEFAULT_RETENTION_YEARS = 7;

/**
 * Shorter periods are refused: the Nacha Operating Rules require six years for records of entries (subsection 1.4.1). The Bank
 * Secrecy Act asks for five (31 CFR 1010.430(d), 31 CFR 1020.320(d)).
 */
export const MIN_RETENTION_YEARS = 6;

/** Longer periods are refused: they are typing errors. */
export const MAX_RETENTION_YEARS = 99;

/** What every program answers to a period outside the limits. */
export const RETENTION_YEARS_MESSAGE = `TRANSACTIONS_KEPT_YEARS must be a whole number of years from ${MIN_RETENTION_YEARS} to ${MAX_RETENTION_YEARS}: the Nacha Operating Rules require records of entries for six years`;
