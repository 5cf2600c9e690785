import type { Role } from '@clearwatch/contracts/roles';

/** A user with what signing in needs to know. Stays inside this service. */
export interface Account {
  id: number;
  username: string;
  role: Role;
  /** bcrypt over a keyed hash of the password. */
  passwordHash: string;
  isActive: boolean;
  /** Locked at the time of reading. */
  isLocked: boolean;
  forcePasswordReset: boolean;
  twoFactorEnabled: boolean;
  /** Encrypted; present while set-up is pending and after it. */
  twoFactorSecret: string | null;
  lastLogin: string | null;
  /** Since the last sign-in, whether they counted for a lock or not. */
  failuresSinceLogin: number;
  lastFailedLogin: string | null;
  sessionVersion: number;
}
