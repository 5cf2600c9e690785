/**
 * Whoever purges shares this lock to the end of his transaction, and whoever places a hold has it alone: a hold that has
 * been answered is seen by every purge that comes after, and one that was running has ended.
 */
const KEY = 3_018_664_207;

export const WHILE_NO_HOLD_IS_PLACED = `SELECT pg_advisory_xact_lock_shared(${KEY})`;
export const PLACE_HOLD_ALONE = `SELECT pg_advisory_xact_lock(${KEY})`;
