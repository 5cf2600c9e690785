/** How long entries and what hangs on them are kept, in years, unless the operator says longer or shorter (spec section 9). */
export const TRANSACTIONS_KEPT_YEARS = 7;

/**
 * Fewer are refused: the Bank Secrecy Act has records kept for five years (31 CFR 1010.430(d)), and what supports a
 * suspicious activity report for five years from its filing (31 CFR 1020.320(d)).
 */
export const LEAST_KEPT_YEARS = 5;
