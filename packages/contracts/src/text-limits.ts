/** What somebody writes about an alert: with a decision, or when he takes one back. */
export const NOTE_MAX_LENGTH = 4_000;
/** Why a rule is silenced, a policy saved, an account held or let go. */
export const REASON_MAX_LENGTH = 2_000;
/** What the matter of a legal hold is called elsewhere. */
export const REFERENCE_MAX_LENGTH = 200;
export const ACCOUNT_NUMBER_MAX_LENGTH = 64;
/** The name of a saved view or set of filters. */
export const SAVED_NAME_MAX_LENGTH = 80;
