import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { request } from '../../api/http.ts';
import type { Question } from '../../dialogs/confirm-dialog.tsx';
import { isLocked, otherRole } from './user-state.ts';

/** Something an admin does to a user with one decision. Texts are those of spec sections 5 and 8 where it has some. */
export interface UserAct {
  label: (user: StaffUser) => string;
  /** Whether it makes sense for this user at all. */
  offered: (user: StaffUser, now: number) => boolean;
  /** Why the server would refuse it; null when it would not. */
  refusal: (user: StaffUser, isOneself: boolean) => string | null;
  /** The second step; without one it is done at once. */
  question?: (user: StaffUser) => Question;
  call: (user: StaffUser) => Promise<unknown>;
  done: string;
  failed: string;
}

const always = (): boolean => true;
const never = (): null => null;
const notOneself =
  (reason: string) =>
  (_user: StaffUser, isOneself: boolean): string | null =>
    isOneself ? reason : null;

const update = ({ id }: StaffUser, change: Partial<Pick<StaffUser, 'isActive' | 'role'>>) =>
  request(`/api/users/${id}`, { method: 'PUT', body: change });

const unlock: UserAct = {
  label: () => 'Unlock',
  offered: isLocked,
  refusal: notOneself('Another admin has to do this for you'),
  question: ({ username }) => ({
    title: 'Unlock user',
    text: `Are you sure you want to unlock user "${username}"?`,
    verb: 'Unlock',
    busyVerb: 'Unlocking...',
  }),
  call: ({ id }) => request(`/api/users/${id}/unlock`, { method: 'POST' }),
  done: 'User account unlocked successfully',
  failed: 'Failed to unlock user account',
};

const activate: UserAct = {
  label: () => 'Activate',
  offered: ({ isActive }) => !isActive,
  refusal: never,
  call: (user) => update(user, { isActive: true }),
  done: 'User updated successfully',
  failed: 'Failed to update user',
};

const deactivate: UserAct = {
  label: () => 'Deactivate',
  offered: ({ isActive }) => isActive,
  refusal: notOneself('You cannot deactivate yourself'),
  question: ({ username }) => ({
    title: 'Deactivate user',
    text: `"${username}" is signed out everywhere and cannot sign in until activated again. Nothing is deleted.`,
    verb: 'Deactivate',
    busyVerb: 'Deactivating...',
    danger: true,
  }),
  call: (user) => update(user, { isActive: false }),
  done: 'User updated successfully',
  failed: 'Failed to update user',
};

const changeRole: UserAct = {
  label: (user) => `Change Role to ${otherRole(user)}`,
  offered: always,
  refusal: notOneself('You cannot change your own role'),
  question: (user) => ({
    title: `Change role to ${otherRole(user)}`,
    text:
      user.role === 'Admin'
        ? `"${user.username}" will no longer manage users or read the audit log, and has to sign in again.`
        : `"${user.username}" will be able to manage all users and read the audit log, and has to sign in again.`,
    verb: 'Change Role',
    busyVerb: 'Changing...',
  }),
  call: (user) => update(user, { role: otherRole(user) }),
  done: 'User updated successfully',
  failed: 'Failed to update user',
};

const resetTwoFactor: UserAct = {
  label: () => 'Reset Two-Factor',
  offered: always,
  refusal: (user, isOneself) => {
    if (isOneself) return 'Another admin has to do this for you';
    return user.twoFactorEnabled ? null : 'Two-factor is not set up';
  },
  question: ({ username }) => ({
    title: 'Reset two-factor',
    text: `The authenticator app and the recovery codes of "${username}" stop working and all sessions end. At the next sign-in, with the password alone, two-factor has to be set up again: make sure the request really comes from this person.`,
    verb: 'Reset Two-Factor',
    busyVerb: 'Resetting...',
    danger: true,
  }),
  call: ({ id }) => request(`/api/users/${id}/reset-two-factor`, { method: 'POST' }),
  done: 'Two-factor reset successfully',
  failed: 'Failed to reset two-factor',
};

const remove: UserAct = {
  label: () => 'Delete',
  offered: always,
  refusal: notOneself('You cannot delete yourself'),
  question: ({ username }) => ({
    title: 'Delete user',
    text: `Are you sure you want to delete user "${username}"? This action cannot be undone.`,
    verb: 'Delete',
    busyVerb: 'Deleting...',
    danger: true,
  }),
  call: ({ id }) => request(`/api/users/${id}`, { method: 'DELETE' }),
  done: 'User deleted successfully',
  failed: 'Failed to delete user',
};

/** In the order of the menu; deletion stands apart. */
export const USER_ACTS = {
  unlock,
  activate,
  deactivate,
  changeRole,
  resetTwoFactor,
  delete: remove,
} as const;
export type UserActName = keyof typeof USER_ACTS;
