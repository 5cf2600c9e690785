import type { TOTP_DIGITS as ContractDigits } from '@clearwatch/contracts/http/auth';

// Said again because importing the value would bring class-validator to the browser; the type keeps it equal.
export const TOTP_DIGITS: typeof ContractDigits = 6;
/** Longest recovery code the server reads. */
export const RECOVERY_CODE_MAX_LENGTH = 32;
