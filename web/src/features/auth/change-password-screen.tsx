import type { LoginResponse } from '@clearwatch/contracts/http/auth';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { describeError } from '../../api/describe-error.ts';
import { AuthCard } from './auth-card.tsx';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './auth-rules.ts';
import { signIn } from './sign-in.ts';

interface Entered {
  currentPassword: string;
  newPassword: string;
  confirmation: string;
}

interface ChangePasswordScreenProps {
  onDone: (answer: LoginResponse) => void;
}

/** The forced change at the first sign-in. Length is the only rule here; the server refuses common passwords. */
export default function ChangePasswordScreen({ onDone }: ChangePasswordScreenProps) {
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: Entered) =>
      signIn.changePassword({ currentPassword, newPassword }),
    meta: { signsIn: true },
    onSuccess: onDone,
  });

  return (
    <AuthCard
      title="Change Password"
      hint="Choose your own password before you continue. At least 8 characters; a few unrelated words work well."
    >
      {change.isError && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={describeError(change.error, 'Failed to change the password')}
        />
      )}
      <Form<Entered>
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        onFinish={(entered) => change.mutate(entered)}
      >
        <Form.Item
          name="currentPassword"
          label="Current password"
          rules={[{ required: true, message: 'Current password is required' }]}
        >
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form */}
          <Input.Password autoComplete="current-password" autoFocus maxLength={PASSWORD_MAX_LENGTH} />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label="New password"
          rules={[
            { min: PASSWORD_MIN_LENGTH, required: true, message: 'Password must be at least 8 characters' },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} />
        </Form.Item>
        <Form.Item
          name="confirmation"
          label="Confirm new password"
          dependencies={['newPassword']}
          rules={[
            { required: true, message: 'Please confirm the password' },
            ({ getFieldValue }) => ({
              validator: (_rule, confirmation: string | undefined) =>
                !confirmation || confirmation === getFieldValue('newPassword')
                  ? Promise.resolve()
                  : Promise.reject(new Error("Passwords don't match")),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} />
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block disabled={change.isPending}>
          {change.isPending ? 'Changing...' : 'Change Password'}
        </Button>
      </Form>
    </AuthCard>
  );
}
