/** Roles of staff, stored as text on the user (spec section 6). */
export const ROLES = ['User', 'Admin'] as const;
export type Role = (typeof ROLES)[number];

export const PASSWORD_MIN_LENGTH = 8;

/** At least 128 must be allowed (product.md); the cap only bounds the work of hashing. */
export const PASSWORD_MAX_LENGTH = 256;
export const TOTP_DIGITS = 6;
/** Longest recovery code that is read. */
export const RECOVERY_CODE_MAX_LENGTH = 32;

/** Third wrong password or code in a row locks the account (spec: shown as x / 3). */
export const MAX_FAILED_LOGINS = 3;
export const LOCKOUT_MINUTES = 15;
export const USERNAME_MAX_LENGTH = 100;
