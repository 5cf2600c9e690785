/** The day on which a figure's period ends; `none` for an empty ledger. */
export const AS_OF_HEADER = 'X-As-Of';
export const TOTAL_COUNT_HEADER = 'X-Total-Count';

/** `exact`, or `at-least` if a full count would take too long. */
export const TOTAL_KIND_HEADER = 'X-Total-Count-Kind';

/** Set by the web client for polling and refreshes, which must not keep an idle session alive. */
export const BACKGROUND_HEADER = 'X-Clearwatch-Background';

/** On the response to an action that now waits for a second admin (202, with the request as its body). */
export const APPROVAL_HEADER = 'X-Approval-Requested';
