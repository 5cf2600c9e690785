import type { LoginResponse } from '@clearwatch/contracts/sign-in.dto';
import { useMutation } from '@tanstack/react-query';
import { Alert } from 'antd';
import { describeError } from '../../api/error-messages.ts';
import { changePassword } from '../../api/session-api.ts';
import { ChangePasswordForm } from '../../components/change-password-form.tsx';
import { AuthCard } from './auth-card.tsx';

interface ChangePasswordScreenProps {
  onDone: (answer: LoginResponse) => void;
}

/** The forced change at the first sign-in. */
export default function ChangePasswordScreen({ onDone }: ChangePasswordScreenProps) {
  const change = useMutation({
    mutationFn: changePassword,
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
      <ChangePasswordForm alone busy={change.isPending} onSubmit={(passwords) => change.mutate(passwords)} />
    </AuthCard>
  );
}
