/** Header of every figure that depends on time: the day its period ends, `none` while the ledger is empty. */
export const AS_OF_HEADER = 'X-As-Of';
export const TOTAL_COUNT_HEADER = 'X-Total-Count';

/**
 * Header of `POST /api/reports/transactions` beside the total: `exact`, or `at-least` when counting further would have taken
 * too long.
 */
export const TOTAL_KIND_HEADER = 'X-Total-Count-Kind';

/**
 * Set by our pages on requests no person caused: polling, refreshes after a server event. They do not keep a session
 * from idling out.
 */
export const BACKGROUND_HEADER = 'X-Clearwatch-Background';
