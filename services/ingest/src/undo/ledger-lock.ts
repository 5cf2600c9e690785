/**
 * Whoever stores entries shares the ledger until his transaction ends; an undo has it to itself. So nobody notes a
 * duplicate of an entry that is about to leave, and an undo sees every row that equals one. The lock is the first thing a
 * transaction takes: nobody waits for it while others wait for his rows. PostgreSQL hands it out in the order it was asked
 * for; neither imports nor undos starve.
 */
const KEY = 741_852_963;

export const SHARE_LEDGER = `SELECT pg_advisory_xact_lock_shared(${KEY})`;
export const HAVE_LEDGER_ALONE = `SELECT pg_advisory_xact_lock(${KEY})`;
/** Where a person waits for the answer. */
export const TRY_TO_SHARE_LEDGER = `SELECT pg_try_advisory_xact_lock_shared(${KEY}) AS shared`;
/** For whoever would rather come back than have imports wait in line behind him. */
export const TRY_TO_HAVE_LEDGER_ALONE = `SELECT pg_try_advisory_xact_lock(${KEY}) AS alone`;
