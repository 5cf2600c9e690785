import './users.css';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, USERNAME_MAX_LENGTH } from '@clearwatch/contracts/users';
import type { CreateUserRequest, ResetPasswordRequest, StaffUser } from '@clearwatch/contracts/users.dto';
import { Checkbox, Form, Input, Radio, Switch } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { createUser, resetPassword } from '../../api/users-api.ts';
import { CONFIRMATION_REQUIRED, PASSWORD_MISMATCH, sameAs } from '../../components/change-password-form.tsx';
import type { ConfirmQuestion } from '../../components/confirm-dialog.tsx';
import { FormDialog, requiredText } from '../../components/form-dialog.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { parseDraft, readDraft, readDraftText, storeDraft } from '../../lib/form-drafts.ts';
import { useFocusMemory } from '../../lib/keyboard-focus.ts';
import { useOpenIdInUrl, useUrlDialog } from '../../lib/use-url-state.ts';
import {
  ConfirmUserActionDialog,
  USER_ACTIONS,
  type UserAction,
  type UserChoice,
  useUserChange,
} from './user-actions.tsx';
import { UserDrawer } from './user-drawer.tsx';
import { UsersPanel } from './users-table.tsx';

/** Spec section 5. The server also refuses common passwords. */
const PASSWORD_RULES = [
  { required: true, message: 'Password is required' },
  {
    min: PASSWORD_MIN_LENGTH,
    message: `Password must be at least ${PASSWORD_MIN_LENGTH} characters`,
  },
];

type AddUserValues = Required<CreateUserRequest>;

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const toasts = useToasts();
  const close = (): void => {
    storeDraft('user', null);
    onClose();
  };
  const create = useUserChange(close);
  // Role and status have the defaults from spec section 5.
  const [initial] = useState<Partial<AddUserValues>>(
    () => parseDraft(readDraft('user'), withoutPasswords) ?? { role: 'User', isActive: true, forceReset: true },
  );

  return (
    <FormDialog<AddUserValues>
      title="Add User"
      width={480}
      verb="Add User"
      busyVerb="Adding..."
      busy={create.isPending}
      className="user-form"
      initialValues={initial}
      onValuesChange={(_changed, entered) => storeDraft('user', JSON.stringify(withoutPasswords({ ...entered })))}
      onFinish={(entered) =>
        create.mutate({
          call: () => createUser(entered),
          done: 'User created successfully',
          failed: 'Failed to create user',
        })
      }
      onClose={() => {
        // The toasts belong to this form.
        toasts.clear();
        close();
      }}
    >
      <Form.Item name="username" label="Username" rules={requiredText('Username')}>
        <Input
          autoComplete="off"
          spellCheck={false}
          maxLength={USERNAME_MAX_LENGTH}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is this form
          autoFocus
        />
      </Form.Item>
      <Form.Item name="password" label="Password" rules={PASSWORD_RULES}>
        <Input.Password autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} />
      </Form.Item>
      <Form.Item
        name="confirmPassword"
        label="Confirm password"
        dependencies={['password']}
        rules={[CONFIRMATION_REQUIRED, sameAs('password')]}
      >
        <Input.Password autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} />
      </Form.Item>
      <Form.Item name="forceReset" valuePropName="checked">
        <Checkbox>Must change the password at first sign-in</Checkbox>
      </Form.Item>
      <Form.Item name="role" label="Role" extra="Admins also manage users and read the audit log.">
        <Radio.Group options={['User', 'Admin']} />
      </Form.Item>
      <Form.Item
        name="isActive"
        label="Active"
        valuePropName="checked"
        extra="Inactive users cannot sign in. Two-factor is set up at the first sign-in."
      >
        <Switch />
      </Form.Item>
    </FormDialog>
  );
}

function withoutPasswords(stored: Readonly<Record<string, unknown>>): Partial<AddUserValues> {
  return {
    username: readDraftText(stored, 'username'),
    role: stored['role'] === 'Admin' ? 'Admin' : 'User',
    isActive: stored['isActive'] !== false,
    forceReset: stored['forceReset'] !== false,
  };
}

type ResetPasswordValues = Required<ResetPasswordRequest> & { confirmation: string };

export function ResetPasswordDialog({ user, onClose }: { user: StaffUser; onClose: () => void }) {
  const toasts = useToasts();
  const reset = useUserChange(onClose);
  const [isMismatched, setIsMismatched] = useState(false);
  const submit = ({ confirmation, ...body }: ResetPasswordValues): void => {
    setIsMismatched(confirmation !== body.newPassword);
    if (confirmation !== body.newPassword) {
      toasts.failure({ title: 'Error', description: PASSWORD_MISMATCH });
      return;
    }
    reset.mutate({
      call: () => resetPassword(user.id, body),
      done: 'Password reset successfully',
      failed: 'Failed to reset password',
    });
  };

  return (
    <FormDialog<ResetPasswordValues>
      title="Reset Password"
      width={480}
      verb="Reset Password"
      busyVerb="Resetting..."
      busy={reset.isPending}
      className="user-form"
      intro={
        <p className="user-dialog-note">
          This sets a new password for <strong>{user.username}</strong> and ends all of the user’s sessions. Two-factor
          does not change.
        </p>
      }
      initialValues={{ forceReset: true }}
      onFinish={submit}
      onValuesChange={(_changed, { newPassword, confirmation }) => {
        if (!isMismatched || newPassword !== confirmation) return;
        setIsMismatched(false);
        toasts.clear();
      }}
      onClose={() => {
        toasts.clear();
        onClose();
      }}
    >
      <Form.Item name="newPassword" label="New password" rules={PASSWORD_RULES}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is this form */}
        <Input.Password autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} autoFocus />
      </Form.Item>
      <Form.Item name="confirmation" label="Confirm password" rules={[CONFIRMATION_REQUIRED]}>
        <Input.Password autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} />
      </Form.Item>
      <Form.Item
        name="forceReset"
        valuePropName="checked"
        extra="The user is told about the reset, and also if no change is required. Both are in the audit log."
      >
        <Checkbox>Force password reset on next login</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}

type OpenDialog =
  | { kind: 'reset-password'; user: StaffUser }
  | { kind: 'confirm'; user: StaffUser; action: UserAction; question: ConfirmQuestion };

export default function UserManagementScreen() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const adding = useUrlDialog('add-user');
  // A stored draft opens the dialog after a reload.
  const [hasDraft, setHasDraft] = useState(() => readDraft('user') !== null);
  const details = useOpenIdInUrl('user');
  const [changing, setChanging] = useState<number>();
  const focus = useFocusMemory();
  const comeBack = useRef(focus.restore);
  const change = useUserChange(() => undefined);

  // Restores the focus even when the browser's Back button closes the details.
  const isDetailed = details.id !== null;
  useEffect(() => (isDetailed ? comeBack.current : undefined), [isDetailed]);

  const choose = (user: StaffUser, choice: UserChoice, trigger: Element | null): void => {
    focus.remember(trigger);
    if (choice === 'details') return details.open(user.id);
    if (choice === 'resetPassword') return setDialog({ kind: 'reset-password', user });
    const action: UserAction = USER_ACTIONS[choice];
    if (action.question) return setDialog({ kind: 'confirm', user, action, question: action.question(user) });
    setChanging(user.id);
    change.mutate({ call: () => action.call(user), done: action.done, failed: action.failed });
  };
  const close = (): void => {
    setDialog(null);
    focus.restore();
  };
  const closeAdding = (): void => {
    setHasDraft(false);
    if (adding.isOpen) adding.close();
    focus.restore();
  };

  return (
    <>
      <UsersPanel
        busyId={change.isPending ? changing : undefined}
        onAdd={(trigger) => {
          focus.remember(trigger);
          adding.open();
        }}
        onChoose={choose}
      />
      {(adding.isOpen || hasDraft) && <AddUserDialog onClose={closeAdding} />}
      {dialog?.kind === 'reset-password' && <ResetPasswordDialog user={dialog.user} onClose={close} />}
      {dialog?.kind === 'confirm' && <ConfirmUserActionDialog {...dialog} onClose={close} />}
      <UserDrawer userId={details.id} onClose={details.close} />
    </>
  );
}
