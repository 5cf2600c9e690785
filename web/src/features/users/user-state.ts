import type { Role } from '@clearwatch/contracts/users';
import type { StaffUser } from '@clearwatch/contracts/users.dto';

/** Spec section 4: locked while `lockedUntil` is in the future. `now` in milliseconds. */
export function isLocked({ lockedUntil }: Pick<StaffUser, 'lockedUntil'>, now: number): boolean {
  return lockedUntil !== null && Date.parse(lockedUntil) > now;
}

export function otherRole({ role }: Pick<StaffUser, 'role'>): Role {
  return role === 'Admin' ? 'User' : 'Admin';
}
