import type { MAX_FAILED_LOGINS as ContractFailures } from '@clearwatch/contracts/http/auth';
import type { USERNAME_MAX_LENGTH as ContractUsernameMaximum } from '@clearwatch/contracts/http/users';
import { PASSWORD_MIN_LENGTH } from '../../passwords/password-rules.ts';

// Said again because importing the values would bring class-validator to the browser; the types keep them equal.
export const USERNAME_MAX_LENGTH: typeof ContractUsernameMaximum = 100;

/** Shown as x / 3 (spec section 9). */
export const MAX_FAILED_LOGINS: typeof ContractFailures = 3;

/** Spec section 5. Length is the only rule here; the server also refuses common passwords, and says so. */
export const PASSWORD_RULES = [
  { required: true, message: 'Password is required' },
  {
    min: PASSWORD_MIN_LENGTH,
    message: `Password must be at least ${PASSWORD_MIN_LENGTH} characters`,
  },
];
export const CONFIRMATION_REQUIRED = { required: true, message: 'Please confirm the password' };
export const MISMATCH = "Passwords don't match";
