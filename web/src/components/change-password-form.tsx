import type { ChangePasswordRequest } from '@clearwatch/contracts/sign-in.dto';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@clearwatch/contracts/users';
import { Button, Form, type FormRule, Input } from 'antd';

interface PasswordFormValues extends ChangePasswordRequest {
  confirmation: string;
}

interface ChangePasswordFormProps {
  busy: boolean;
  username?: string;
  alone?: true;
  onSubmit: (passwords: ChangePasswordRequest) => void;
}

export const CONFIRMATION_REQUIRED = { required: true, message: 'Please confirm the password' };
export const PASSWORD_MISMATCH = "Passwords don't match";

export const sameAs =
  (field: string): FormRule =>
  ({ getFieldValue }) => ({
    validator: (_rule, confirmation: string | undefined) =>
      !confirmation || confirmation === getFieldValue(field)
        ? Promise.resolve()
        : Promise.reject(new Error(PASSWORD_MISMATCH)),
  });

/** The server also rejects common passwords. */
export function ChangePasswordForm({ busy, username, alone, onSubmit }: ChangePasswordFormProps) {
  return (
    <Form<PasswordFormValues>
      layout="vertical"
      requiredMark={false}
      validateTrigger="onSubmit"
      onFinish={({ currentPassword, newPassword }) => onSubmit({ currentPassword, newPassword })}
    >
      {username !== undefined && <input type="text" autoComplete="username" value={username} readOnly hidden />}
      <Form.Item
        name="currentPassword"
        label="Current password"
        rules={[{ required: true, message: 'Current password is required' }]}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- only when the form is the whole page */}
        <Input.Password autoComplete="current-password" autoFocus={alone} maxLength={PASSWORD_MAX_LENGTH} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label="New password"
        rules={[{ min: PASSWORD_MIN_LENGTH, required: true, message: 'Password must be at least 8 characters' }]}
      >
        <Input.Password autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} />
      </Form.Item>
      <Form.Item
        name="confirmation"
        label="Confirm new password"
        dependencies={['newPassword']}
        rules={[CONFIRMATION_REQUIRED, sameAs('newPassword')]}
      >
        <Input.Password autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} />
      </Form.Item>
      <Button type="primary" htmlType="submit" size={alone ? 'large' : 'middle'} block={alone === true} disabled={busy}>
        {busy ? 'Changing...' : 'Change Password'}
      </Button>
    </Form>
  );
}
