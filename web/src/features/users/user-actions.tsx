import { MoreOutlined } from '@ant-design/icons';
import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useRef } from 'react';
import { AUDIT_EVENTS_KEY } from '../../api/audit-api.ts';
import { describeError } from '../../api/error-messages.ts';
import { refreshQueries } from '../../api/server-events.ts';
import { changeUser, deleteUser, resetTwoFactorOf, USERS_KEY, unlockUser } from '../../api/users-api.ts';
import type { ConfirmQuestion } from '../../components/confirm-dialog.tsx';
import { mainPopupContainer } from '../../components/theme-provider.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { isLocked, otherRole } from './user-status.tsx';

/** One change of a user, with the words for how it went (spec section 8). */
interface UserChange {
  call: () => Promise<unknown>;
  done: string;
  failed: string;
}

/**
 * Sends a change, says how it went and reads the users again: after a failure too, because the reason may be that
 * another admin was faster. `onDone` comes before the list is read, so that a dialog does not wait for it.
 */
export function useUserChange(onDone?: () => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ call }: UserChange) => call(),
    onMutate: () => toasts.clear(),
    onSuccess: (_answer, { done }) => {
      toasts.success({ title: 'Success', description: done });
      onDone?.();
    },
    onError: (error, { failed }) =>
      toasts.failure({ title: 'Error', description: describeError(error, failed) }),
    onSettled: () => refreshQueries(client, [USERS_KEY, AUDIT_EVENTS_KEY]),
  });
}

/** Something an admin does to a user with one decision. Texts are those of spec sections 5 and 8 where it has some. */
export interface UserAction {
  label: (user: StaffUser) => string;
  /** Whether it makes sense for this user at all. */
  offered: (user: StaffUser, now: number) => boolean;
  /** Why the server would refuse it; null when it would not. */
  refusal: (user: StaffUser, isOneself: boolean) => string | null;
  /** The second step; without one it is done at once. */
  question?: (user: StaffUser) => ConfirmQuestion;
  call: (user: StaffUser) => Promise<unknown>;
  done: string;
  failed: string;
}

const always = (): boolean => true;
const never = (): null => null;
const refuseForSelf =
  (reason: string) =>
  (_user: StaffUser, isOneself: boolean): string | null =>
    isOneself ? reason : null;

const updateUser = ({ id }: StaffUser, change: Partial<Pick<StaffUser, 'isActive' | 'role'>>) =>
  changeUser(id, change);

const unlock: UserAction = {
  label: () => 'Unlock',
  offered: isLocked,
  refusal: refuseForSelf('Another admin has to do this for you'),
  question: ({ username }) => ({
    title: 'Unlock user',
    text: `Are you sure you want to unlock user "${username}"?`,
    verb: 'Unlock',
    busyVerb: 'Unlocking...',
  }),
  call: ({ id }) => unlockUser(id),
  done: 'User account unlocked successfully',
  failed: 'Failed to unlock user account',
};

const activate: UserAction = {
  label: () => 'Activate',
  offered: ({ isActive }) => !isActive,
  refusal: never,
  call: (user) => updateUser(user, { isActive: true }),
  done: 'User updated successfully',
  failed: 'Failed to update user',
};

const deactivate: UserAction = {
  label: () => 'Deactivate',
  offered: ({ isActive }) => isActive,
  refusal: refuseForSelf('You cannot deactivate yourself'),
  question: ({ username }) => ({
    title: 'Deactivate user',
    text: `"${username}" is signed out everywhere and cannot sign in until activated again. Nothing is deleted.`,
    verb: 'Deactivate',
    busyVerb: 'Deactivating...',
    danger: true,
  }),
  call: (user) => updateUser(user, { isActive: false }),
  done: 'User updated successfully',
  failed: 'Failed to update user',
};

const changeRole: UserAction = {
  label: (user) => `Change Role to ${otherRole(user)}`,
  offered: always,
  refusal: refuseForSelf('You cannot change your own role'),
  question: (user) => ({
    title: `Change role to ${otherRole(user)}`,
    text:
      user.role === 'Admin'
        ? `"${user.username}" will no longer manage users or read the audit log, and has to sign in again.`
        : `"${user.username}" will be able to manage all users and read the audit log, and has to sign in again.`,
    verb: 'Change Role',
    busyVerb: 'Changing...',
  }),
  call: (user) => updateUser(user, { role: otherRole(user) }),
  done: 'User updated successfully',
  failed: 'Failed to update user',
};

const resetTwoFactor: UserAction = {
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
  call: ({ id }) => resetTwoFactorOf(id),
  done: 'Two-factor reset successfully',
  failed: 'Failed to reset two-factor',
};

const remove: UserAction = {
  label: () => 'Delete',
  offered: always,
  refusal: refuseForSelf('You cannot delete yourself'),
  question: ({ username }) => ({
    title: 'Delete user',
    text: `Are you sure you want to delete user "${username}"? This action cannot be undone.`,
    verb: 'Delete',
    busyVerb: 'Deleting...',
    danger: true,
  }),
  call: ({ id }) => deleteUser(id),
  done: 'User deleted successfully',
  failed: 'Failed to delete user',
};

/** In the order of the menu; deletion stands apart. */
export const USER_ACTIONS = {
  unlock,
  activate,
  deactivate,
  changeRole,
  resetTwoFactor,
  delete: remove,
} as const;
type UserActionName = keyof typeof USER_ACTIONS;

export type UserChoice = UserActionName | 'details' | 'resetPassword';

interface UserActionMenuProps {
  user: StaffUser;
  isOneself: boolean;
  now: number;
  busy: boolean;
  /** `trigger` is where the keyboard comes back to. */
  onChoose: (choice: UserChoice, trigger: Element | null) => void;
}

/** What an admin can do with one user. What the server would refuse is there, disabled, with the reason. */
export function UserActionMenu({ user, isOneself, now, busy, onChoose }: UserActionMenuProps) {
  const menuButton = useRef<HTMLButtonElement>(null);
  const choose = (choice: UserChoice): void => onChoose(choice, menuButton.current);

  const act = (name: UserActionName): MenuItem[] => {
    const { label, offered, refusal } = USER_ACTIONS[name];
    if (!offered(user, now)) return [];
    return [menuItem({ key: name, label: label(user), refusal: refusal(user, isOneself) })];
  };
  const items: MenuItem[] = [
    menuItem({ key: 'details', label: 'Sessions and Activity' }),
    menuItem({
      key: 'resetPassword',
      label: 'Reset Password',
      refusal: isOneself ? 'Change your own under Account & Security' : null,
    }),
    ...act('unlock'),
    { type: 'divider' },
    ...act('activate'),
    ...act('deactivate'),
    ...act('changeRole'),
    ...act('resetTwoFactor'),
    { type: 'divider' },
    ...act('delete').map((item) => Object.assign({}, item, { danger: true })),
  ];

  return (
    <span className="user-actions">
      {!isOneself && USER_ACTIONS.unlock.offered(user, now) && (
        <Button
          size="small"
          disabled={busy}
          onClick={() => choose('unlock')}
          aria-label={`Unlock ${user.username}`}
        >
          Unlock
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        getPopupContainer={mainPopupContainer}
        // The keyboard goes into the menu that it opened.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onOpenChange={(open) => {
          if (!open) menuButton.current?.focus();
        }}
        menu={{
          items,
          onClick: ({ key, domEvent }) => {
            // Or the Enter that chose would go on to press what has the focus in the dialog it opened.
            domEvent.preventDefault();
            choose(key as UserChoice);
          },
        }}
      >
        <Button
          ref={menuButton}
          type="text"
          size="small"
          icon={<MoreOutlined aria-hidden />}
          disabled={busy}
          aria-label={`Actions for ${user.username}`}
          aria-haspopup="menu"
        />
      </Dropdown>
    </span>
  );
}

type MenuItem = NonNullable<MenuProps['items']>[number];

interface MenuEntry {
  key: UserChoice;
  label: string;
  refusal?: string | null;
}

function menuItem({ key, label, refusal = null }: MenuEntry): MenuItem {
  if (refusal === null) return { key, label };
  return {
    key,
    disabled: true,
    label: (
      <span className="user-action-refused">
        {label} <span className="user-action-reason">{refusal}</span>
      </span>
    ),
  };
}
