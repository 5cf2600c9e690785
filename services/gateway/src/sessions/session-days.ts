/** Spec section 9: sessions expire after 7 days. */
export const SESSION_MS = 7 * 24 * 3_600_000;
