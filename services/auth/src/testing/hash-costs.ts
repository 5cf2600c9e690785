/** Of bcrypt, as 2^n rounds: cheap to check, made the same way. */
export const QUICK = 4;
export const AS_IN_PRODUCTION = 12;
