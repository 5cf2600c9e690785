/** Stored as text (spec section 6). */
export const ROLES = ['User', 'Admin'] as const;
export type Role = (typeof ROLES)[number];

export const PASSWORD_MIN_LENGTH = 8;

/** product.md requires a limit of at least 128; the cap bounds the cost of hashing. */
export const PASSWORD_MAX_LENGTH = 256;
export const TOTP_DIGITS = 6;
export const RECOVERY_CODE_MAX_LENGTH = 32;

/** The third consecutive wrong password or code locks the account (spec: shown as x / 3). */
export const MAX_FAILED_LOGINS = 3;
export const LOCKOUT_MINUTES = 15;
/** How long a code from the authenticator app allows admin actions. */
export const FRESH_CODE_MINUTES = 5;
export const ACTIVATION_CODE_DAYS = 7;
export const USERNAME_MAX_LENGTH = 100;
