import type { LoginResponse } from '@clearwatch/contracts/sign-in.dto';
import { useMutation } from '@tanstack/react-query';
import { changePassword } from '../../api/session-api.ts';
import { ChangePasswordForm } from '../../components/change-password-form.tsx';
import { ErrorAlert } from '../../components/error-notices.tsx';
import { AuthCard } from './auth-card.tsx';

export default function ChangePasswordScreen({ onDone }: { onDone: (answer: LoginResponse) => void }) {
  const change = useMutation({ mutationFn: changePassword, meta: { signsIn: true }, onSuccess: onDone });
  return (
    <AuthCard
      title="Change Password"
      hint="Choose your own password before you continue. Use at least 8 characters; a few unrelated words work well."
    >
      {change.isError && <ErrorAlert error={change.error} fallback="Failed to change the password" />}
      <ChangePasswordForm alone busy={change.isPending} onSubmit={(passwords) => change.mutate(passwords)} />
    </AuthCard>
  );
}
