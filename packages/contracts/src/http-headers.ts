/** The day on which the period of a figure ends, `none` while the ledger is empty. */
export const AS_OF_HEADER = 'X-As-Of';
export const TOTAL_COUNT_HEADER = 'X-Total-Count';

/** `exact`, or `at-least` when a full count would take too long. */
export const TOTAL_KIND_HEADER = 'X-Total-Count-Kind';

/** Set by the web client on polling and refreshes, which must not keep an idle session alive. */
export const BACKGROUND_HEADER = 'X-Clearwatch-Background';
