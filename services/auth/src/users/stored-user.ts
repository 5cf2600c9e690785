import { ROLES, type Role } from '@clearwatch/contracts/roles';
import { oneOf } from '@clearwatch/service-kit/database/one-of';
import {
  booleanOf,
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row';

/** A user as admins act on him. Stays inside this service. */
export interface StoredUser {
  id: number;
  username: string;
  role: Role;
  isActive: boolean;
  twoFactorEnabled: boolean;
  /** A set-up that was begun counts as much as one that is finished. */
  hasTwoFactorSecret: boolean;
  failedLoginAttempts: number;
  /** Null when not locked now. */
  lockedUntil: string | null;
  lastFailedLogin: string | null;
  forcePasswordReset: boolean;
  lastLogin: string | null;
  createdAt: string;
  updatedAt: string;
}

/** The columns `toStoredUser` reads. A lock that has run out is none, and the counter begins again after it. */
export const STORED_USER_COLUMNS = `
  id, username, role, is_active, two_factor_enabled, two_factor_secret IS NOT NULL AS has_two_factor_secret,
  CASE WHEN locked_until <= now() THEN 0 ELSE failed_login_attempts END AS failed_login_attempts,
  CASE WHEN locked_until > now() THEN locked_until END AS locked_until, last_failed_login, force_password_reset,
  last_login, created_at, updated_at`;

export function toStoredUser(row: Row): StoredUser {
  return {
    id: integerOf(row, 'id'),
    username: textOf(row, 'username'),
    role: oneOf(ROLES, row, 'role'),
    isActive: booleanOf(row, 'is_active'),
    twoFactorEnabled: booleanOf(row, 'two_factor_enabled'),
    hasTwoFactorSecret: booleanOf(row, 'has_two_factor_secret'),
    failedLoginAttempts: integerOf(row, 'failed_login_attempts'),
    lockedUntil: nullable(instantOf, row, 'locked_until'),
    lastFailedLogin: nullable(instantOf, row, 'last_failed_login'),
    forcePasswordReset: booleanOf(row, 'force_password_reset'),
    lastLogin: nullable(instantOf, row, 'last_login'),
    createdAt: instantOf(row, 'created_at'),
    updatedAt: instantOf(row, 'updated_at'),
  };
}
