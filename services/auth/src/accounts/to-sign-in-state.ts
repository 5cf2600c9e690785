import type { CurrentUser } from '@clearwatch/contracts/http/auth';
import type { SignInOutcome, SignInState } from '@clearwatch/contracts/internal/auth';
import type { Account } from './account.ts';

/** What is left to do for somebody whose factors, as far as the account has any, were all right. */
export function nextStepOf(
  account: Pick<Account, 'forcePasswordReset' | 'twoFactorEnabled'>,
): Exclude<SignInOutcome, 'two_factor_required'> {
  if (account.forcePasswordReset) return 'password_change_required';
  return account.twoFactorEnabled ? 'complete' : 'two_factor_setup_required';
}

export function toSignInState(account: Account, outcome: SignInOutcome): SignInState {
  return { outcome, user: toCurrentUser(account), sessionVersion: account.sessionVersion };
}

function toCurrentUser(account: Account): CurrentUser {
  const { id, username, role, twoFactorEnabled, isActive, lastLogin, failuresSinceLogin } = account;
  return {
    id,
    username,
    role,
    twoFactorEnabled,
    isActive,
    lastLogin,
    failedSinceLastLogin: failuresSinceLogin,
    lastFailedLogin: failuresSinceLogin === 0 ? null : account.lastFailedLogin,
  };
}
