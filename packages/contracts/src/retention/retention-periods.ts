/** Years for which entries and what belongs to them are kept unless the operator sets another period (spec section 9). */
export const TRANSACTIONS_KEPT_YEARS = 7;

/**
 * Shorter periods are refused: the Nacha Operating Rules require six years for records of entries (subsection 1.4.1). The Bank
 * Secrecy Act asks for five (31 CFR 1010.430(d), 31 CFR 1020.320(d)).
 */
export const LEAST_KEPT_YEARS = 6;

/** Longer periods are refused: they are typing errors. */
export const MOST_KEPT_YEARS = 99;

/** What every program answers to a period outside the limits. */
export const KEPT_YEARS_PROBLEM = `TRANSACTIONS_KEPT_YEARS must be a whole number of years from ${LEAST_KEPT_YEARS} to ${MOST_KEPT_YEARS}: the Nacha Operating Rules require records of entries for six years`;
