import { PASSWORD_MIN_LENGTH } from '@clearwatch/contracts/users';

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
