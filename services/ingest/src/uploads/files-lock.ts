/**
 * Whoever gives a file its lasting name shares this lock until the row that refers to it is committed; whoever removes files
 * that nothing refers to has it alone. Otherwise bytes that come again could be removed between the two.
 */
const KEY = 415_907_330;

export const SHARE_FILES = `SELECT pg_advisory_xact_lock_shared(${KEY})`;
export const HAVE_FILES_ALONE = `SELECT pg_advisory_xact_lock(${KEY})`;
