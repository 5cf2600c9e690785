/** Files of one upload, and of the list on the screen (spec section 5). */
export const MOST_DOCUMENTS = 20;

/** Largest upload; ten times a busy month of a mid-size credit union. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3;
