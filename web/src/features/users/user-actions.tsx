import {
  CheckCircleOutlined,
  KeyOutlined,
  LockOutlined,
  MinusCircleOutlined,
  MoreOutlined,
  SafetyCertificateOutlined,
  StopOutlined,
} from '@ant-design/icons';
import type { Role } from '@clearwatch/contracts/users';
import type { StaffUser, TwoFactorReset } from '@clearwatch/contracts/users.dto';
import { Button, Dropdown, type MenuProps } from 'antd';
import { type ComponentType, useRef, useState } from 'react';
import { AUDIT_EVENTS_KEY } from '../../api/audit-api.ts';
import { changeUser, deleteUser, resetTwoFactorOf, USERS_KEY, unlockUser } from '../../api/users-api.ts';
import { ActivationCodeDialog } from '../../components/activation-code-dialog.tsx';
import { ConfirmDialog, type ConfirmQuestion } from '../../components/confirm-dialog.tsx';
import { useChangeWithToast } from '../../components/use-change-with-toast.ts';
import { formatDateTime } from '../../lib/date-format.ts';

/** Spec section 4: locked while `lockedUntil` is in the future. `now` in milliseconds. */
export function isLocked({ lockedUntil }: Pick<StaffUser, 'lockedUntil'>, now: number): boolean {
  return lockedUntil !== null && Date.parse(lockedUntil) > now;
}

export const otherRole = ({ role }: Pick<StaffUser, 'role'>): Role => (role === 'Admin' ? 'User' : 'Admin');

interface BadgeProps {
  tone: 'accent' | 'good' | 'warning' | 'bad' | 'plain';
  icon?: ComponentType<{ 'aria-hidden'?: boolean }>;
  text: string;
}

/** Text and icon, because color alone is not accessible. */
function Badge({ tone, icon: Icon, text }: BadgeProps) {
  return (
    <span className={`user-badge user-badge-${tone}`}>
      {Icon && <Icon aria-hidden />}
      {text}
    </span>
  );
}

export function RoleBadge({ role }: Pick<StaffUser, 'role'>) {
  return role === 'Admin' ? (
    <Badge tone="accent" icon={SafetyCertificateOutlined} text="Admin" />
  ) : (
    <Badge tone="plain" text="User" />
  );
}

export function TwoFactorBadge({ enabled }: { enabled: boolean }) {
  return enabled ? (
    <Badge tone="good" icon={CheckCircleOutlined} text="Enabled" />
  ) : (
    <Badge tone="warning" icon={MinusCircleOutlined} text="Disabled" />
  );
}

export function StatusBadges({ user, now }: { user: StaffUser; now: number }) {
  const locked = isLocked(user, now);
  return (
    <span className="user-status">
      {user.isActive ? (
        <Badge tone="good" icon={CheckCircleOutlined} text="Active" />
      ) : (
        <Badge tone="plain" icon={StopOutlined} text="Inactive" />
      )}
      {locked && <Badge tone="bad" icon={LockOutlined} text="Locked" />}
      {user.forcePasswordReset && <Badge tone="warning" icon={KeyOutlined} text="Reset Required" />}
      {locked && user.lockedUntil !== null && (
        <span className="quiet user-status-until">until {formatDateTime(user.lockedUntil)}</span>
      )}
    </span>
  );
}

export function useUserChange(onDone: () => void) {
  const { mutate, isPending } = useChangeWithToast([USERS_KEY, AUDIT_EVENTS_KEY], onDone);
  return {
    isPending,
    mutate: ({ call, done, failed }: { call: () => Promise<unknown>; done: string; failed: string }) =>
      mutate({ call, done: { title: 'Success', description: done }, failed }),
  };
}

/** Most of the texts are from spec sections 5 and 8. */
export interface UserAction {
  label: (user: StaffUser) => string;
  offered: (user: StaffUser, now: number) => boolean;
  /** Why the server would refuse the action; null if it would not. */
  refusal: (user: StaffUser, isOneself: boolean) => string | null;
  /** Without a question, the action starts immediately. */
  question?: (user: StaffUser) => ConfirmQuestion;
  call: (user: StaffUser) => Promise<unknown>;
  /** The code in the response that the admin must give to the user. */
  code?: (answer: unknown) => string | null;
  done: string;
  failed: string;
}

const always = (): boolean => true;
const refuseForSelf =
  (reason: string) =>
  (_user: StaffUser, isOneself: boolean): string | null =>
    isOneself ? reason : null;
const UPDATE_TEXTS = { done: 'User updated successfully', failed: 'Failed to update user' };

export const USER_ACTIONS = {
  unlock: {
    label: () => 'Unlock',
    offered: isLocked,
    refusal: refuseForSelf('Another admin must do this for you'),
    question: ({ username }) => ({
      title: 'Unlock user',
      text: `Are you sure you want to unlock user "${username}"?`,
      verb: 'Unlock',
      busyVerb: 'Unlocking...',
    }),
    call: ({ id }) => unlockUser(id),
    done: 'User account unlocked successfully',
    failed: 'Failed to unlock user account',
  },
  activate: {
    label: () => 'Activate',
    offered: ({ isActive }) => !isActive,
    refusal: () => null,
    call: ({ id }) => changeUser(id, { isActive: true }),
    ...UPDATE_TEXTS,
  },
  deactivate: {
    label: () => 'Deactivate',
    offered: ({ isActive }) => isActive,
    refusal: refuseForSelf('You cannot deactivate yourself'),
    question: ({ username }) => ({
      title: 'Deactivate user',
      text: `"${username}" will be signed out everywhere and cannot sign in until reactivated. Nothing is deleted.`,
      verb: 'Deactivate',
      busyVerb: 'Deactivating...',
      danger: true,
    }),
    call: ({ id }) => changeUser(id, { isActive: false }),
    ...UPDATE_TEXTS,
  },
  changeRole: {
    label: (user) => `Change Role to ${otherRole(user)}`,
    offered: always,
    refusal: refuseForSelf('You cannot change your own role'),
    question: (user) => ({
      title: `Change role to ${otherRole(user)}`,
      text:
        user.role === 'Admin'
          ? `"${user.username}" will no longer manage users or read the audit log, and must sign in again.`
          : `"${user.username}" will be able to manage all users and read the audit log, and must sign in again.`,
      verb: 'Change Role',
      busyVerb: 'Changing...',
    }),
    call: (user) => changeUser(user.id, { role: otherRole(user) }),
    ...UPDATE_TEXTS,
  },
  resetTwoFactor: {
    label: () => 'Reset Two-Factor',
    offered: always,
    refusal: (user, isOneself) => {
      if (isOneself) return 'Another admin must do this for you';
      return user.twoFactorEnabled ? null : 'Two-factor is not set up';
    },
    question: ({ username }) => ({
      title: 'Reset two-factor',
      text: `The authenticator app and recovery codes of "${username}" will stop working, and all sessions will end. You get a one-time activation code for "${username}", who needs it at the next sign-in, must choose a new password, and sets up two-factor again. First verify that the request comes from this user.`,
      verb: 'Reset Two-Factor',
      busyVerb: 'Resetting...',
      danger: true,
    }),
    call: ({ id }) => resetTwoFactorOf(id),
    code: (answer) => (answer as TwoFactorReset).activationCode,
    done: 'Two-factor reset successfully',
    failed: 'Failed to reset two-factor',
  },
  delete: {
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
  },
} satisfies Record<string, UserAction>;
type UserActionName = keyof typeof USER_ACTIONS;

export type UserChoice = UserActionName | 'details' | 'resetPassword';

interface UserActionMenuProps {
  user: StaffUser;
  isOneself: boolean;
  now: number;
  busy: boolean;
  /** @param trigger receives the focus afterward */
  onChoose: (choice: UserChoice, trigger: Element | null) => void;
}

/** Actions that the server would refuse are disabled and show the reason. */
export function UserActionMenu({ user, isOneself, now, busy, onChoose }: UserActionMenuProps) {
  const menuButton = useRef<HTMLButtonElement>(null);
  const choose = (choice: UserChoice): void => onChoose(choice, menuButton.current);

  const entry = (name: UserActionName): MenuItem[] => {
    const { label, offered, refusal } = USER_ACTIONS[name];
    return offered(user, now) ? [menuItem(name, label(user), refusal(user, isOneself))] : [];
  };
  const items: MenuItem[] = [
    menuItem('details', 'Sessions and Activity', null),
    menuItem('resetPassword', 'Reset Password', isOneself ? 'Change your own password under Account & Security' : null),
    ...entry('unlock'),
    { type: 'divider' },
    ...entry('activate'),
    ...entry('deactivate'),
    ...entry('changeRole'),
    ...entry('resetTwoFactor'),
    { type: 'divider' },
    ...entry('delete').map((item) => Object.assign({}, item, { danger: true })),
  ];

  return (
    <span className="user-actions">
      {!isOneself && USER_ACTIONS.unlock.offered(user, now) && (
        <Button size="small" disabled={busy} onClick={() => choose('unlock')} aria-label={`Unlock ${user.username}`}>
          Unlock
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onOpenChange={(open) => {
          if (!open) menuButton.current?.focus();
        }}
        menu={{
          items,
          onClick: ({ key, domEvent }) => {
            // Otherwise, the same Enter keystroke activates the focused button in the dialog.
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

function menuItem(key: UserChoice, label: string, refusal: string | null): MenuItem {
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

interface ConfirmUserActionDialogProps {
  action: Pick<UserAction, 'call' | 'code' | 'done' | 'failed'>;
  question: ConfirmQuestion;
  user: StaffUser;
  onClose: () => void;
}

export function ConfirmUserActionDialog({ action, question, user, onClose }: ConfirmUserActionDialogProps) {
  const { call, code, done, failed } = action;
  const [shownCode, setShownCode] = useState<string | null>(null);
  // Set before the change is done, and read after it.
  const received = useRef<string | null>(null);
  const change = useUserChange(() => (received.current === null ? onClose() : setShownCode(received.current)));
  const callAndKeepCode = async (): Promise<void> => {
    received.current = code?.(await call(user)) ?? null;
  };
  if (shownCode !== null) return <ActivationCodeDialog code={shownCode} username={user.username} onClose={onClose} />;
  return (
    <ConfirmDialog
      question={question}
      busy={change.isPending}
      onConfirm={() => change.mutate({ call: code === undefined ? () => call(user) : callAndKeepCode, done, failed })}
      onCancel={onClose}
    />
  );
}
