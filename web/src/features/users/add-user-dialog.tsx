import { PASSWORD_MAX_LENGTH, USERNAME_MAX_LENGTH } from '@clearwatch/contracts/users';
import type { CreateUserRequest } from '@clearwatch/contracts/users.dto';
import { Checkbox, Form, Input, Radio, Switch } from 'antd';
import { useId, useState } from 'react';
import { request } from '../../api/http.ts';
import { keepDraft, readDraft } from '../../drafts/drafts.ts';
import { readStored, textIn } from '../../drafts/use-draft.ts';
import { FormDialog } from './form-dialog.tsx';
import { useUserChange } from './use-user-change.ts';
import { CONFIRMATION_REQUIRED, MISMATCH, PASSWORD_RULES } from './user-rules.ts';

type Entered = Required<CreateUserRequest>;

/** Spec section 5: role User, active. The change at the first sign-in is asked for unless unticked. */
const DEFAULTS: Partial<Entered> = { role: 'User', isActive: true, forceReset: true };

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const close = (): void => {
    keepDraft('user', null);
    onClose();
  };
  const create = useUserChange(close);
  const [initial] = useState(() => ({ ...DEFAULTS, ...readStored(readDraft('user'), withoutPasswords) }));
  const submit = (entered: Entered): void =>
    create.mutate({
      call: () => request('/api/users', { method: 'POST', body: entered }),
      done: 'User created successfully',
      failed: 'Failed to create user',
    });

  return (
    <FormDialog
      title="Add User"
      formId={formId}
      verb="Add User"
      busyVerb="Adding..."
      busy={create.isPending}
      onClose={close}
    >
      <Form<Entered>
        id={formId}
        className="user-form"
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        initialValues={initial}
        onValuesChange={(_changed, entered) => keepDraft('user', JSON.stringify(withoutPasswords(entered)))}
        onFinish={submit}
      >
        <Form.Item
          name="username"
          label="Username"
          rules={[{ required: true, whitespace: true, message: 'Username is required' }]}
        >
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
          rules={[
            CONFIRMATION_REQUIRED,
            ({ getFieldValue }) => ({
              validator: (_rule, confirmation: string | undefined) =>
                !confirmation || confirmation === getFieldValue('password')
                  ? Promise.resolve()
                  : Promise.reject(new Error(MISMATCH)),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} />
        </Form.Item>
        <Form.Item name="forceReset" valuePropName="checked">
          <Checkbox>Must change the password at first sign-in</Checkbox>
        </Form.Item>
        <Form.Item name="role" label="Role" extra="Admins also manage users and read the audit log.">
          <Radio.Group
            options={[
              { value: 'User', label: 'User' },
              { value: 'Admin', label: 'Admin' },
            ]}
          />
        </Form.Item>
        <Form.Item
          name="isActive"
          label="Active"
          valuePropName="checked"
          extra="Inactive users cannot sign in. Two-factor is set up at the first sign-in."
        >
          <Switch />
        </Form.Item>
      </Form>
    </FormDialog>
  );
}

/** What a reload may bring back: passwords are in nobody's storage. */
function withoutPasswords(entered: Readonly<Record<string, unknown>> | Partial<Entered>): Partial<Entered> {
  const stored = entered as Readonly<Record<string, unknown>>;
  return {
    username: textIn(stored, 'username'),
    role: stored['role'] === 'Admin' ? 'Admin' : 'User',
    isActive: stored['isActive'] !== false,
    forceReset: stored['forceReset'] !== false,
  };
}
