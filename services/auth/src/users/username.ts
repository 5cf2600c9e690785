import { USERNAME_MAX_LENGTH } from '@clearwatch/contracts/staff/sign-in-limits';

/** As it is stored: letters composed, so that the same name typed on two keyboards is the same (Unicode NFC). */
export function normalisedUsername(typed: string): string {
  return typed.trim().normalize('NFC');
}

/**
 * Control and format characters turn the text around or hide in it, and lone surrogates cannot be stored; characters
 * that are not drawn make two names look the same. Each is refused rather than taken out: the admin should see it.
 */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Why a user name is refused, as a sentence; null when it is fine. */
export function usernameProblem(username: string): string | null {
  const length = Array.from(username).length;
  if (length === 0) return 'Username is required';
  if (length > USERNAME_MAX_LENGTH) return `Username must be at most ${USERNAME_MAX_LENGTH} characters`;
  if (UNFIT.test(username)) return 'Username must not contain control or invisible characters';
  return null;
}
