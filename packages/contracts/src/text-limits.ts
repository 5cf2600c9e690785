/** For the note on a review or reopening. */
export const NOTE_MAX_LENGTH = 4_000;
/** For the reason for a suppression, policy change or hold. */
export const REASON_MAX_LENGTH = 2_000;
export const REFERENCE_MAX_LENGTH = 200;
export const ACCOUNT_NUMBER_MAX_LENGTH = 64;
export const SAVED_NAME_MAX_LENGTH = 80;
