import { ROLES } from '@clearwatch/contracts/roles';
import { oneOf } from '@clearwatch/service-kit/database/one-of';
import {
  booleanOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row';
import type { Account } from './account.ts';

/** The columns `toAccount` reads. */
export const ACCOUNT_COLUMNS = `
  id, username, role, password, is_active, force_password_reset, two_factor_enabled, two_factor_secret, last_login,
  failures_since_login, last_failed_login, session_version, coalesce(locked_until > now(), false) AS is_locked`;

export function toAccount(row: Row): Account {
  return {
    id: integerOf(row, 'id'),
    username: textOf(row, 'username'),
    role: oneOf(ROLES, row, 'role'),
    passwordHash: textOf(row, 'password'),
    isActive: booleanOf(row, 'is_active'),
    isLocked: booleanOf(row, 'is_locked'),
    forcePasswordReset: booleanOf(row, 'force_password_reset'),
    twoFactorEnabled: booleanOf(row, 'two_factor_enabled'),
    twoFactorSecret: nullable(textOf, row, 'two_factor_secret'),
    lastLogin: nullable(instantOf, row, 'last_login'),
    failuresSinceLogin: integerOf(row, 'failures_since_login'),
    lastFailedLogin: nullable(instantOf, row, 'last_failed_login'),
    sessionVersion: integerOf(row, 'session_version'),
  };
}
