import type { StaffUser } from '@clearwatch/contracts/http/users';
import type { StoredUser } from './stored-user.ts';

export function toStaffUser(user: StoredUser): StaffUser {
  return {
    id: user.id,
    username: user.username,
    role: user.role,
    isActive: user.isActive,
    twoFactorEnabled: user.twoFactorEnabled,
    failedLoginAttempts: user.failedLoginAttempts,
    lockedUntil: user.lockedUntil,
    lastFailedLogin: user.lastFailedLogin,
    forcePasswordReset: user.forcePasswordReset,
    lastLogin: user.lastLogin,
    createdAt: user.createdAt,
    updatedAt: user.updatedAt,
  };
}
