import { PASSWORD_MAX_LENGTH } from '@clearwatch/contracts/users';
import type { ResetPasswordRequest, StaffUser } from '@clearwatch/contracts/users.dto';
import { Checkbox, Form, Input } from 'antd';
import { useId, useState } from 'react';
import { request } from '../../api/http.ts';
import { useToasts } from '../../toasts/toasts.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useUserChange } from './use-user-change.ts';
import { CONFIRMATION_REQUIRED, MISMATCH, PASSWORD_RULES } from './user-rules.ts';

interface Entered extends Required<ResetPasswordRequest> {
  confirmation: string;
}

interface ResetPasswordDialogProps {
  user: StaffUser;
  onClose: () => void;
}

export function ResetPasswordDialog({ user, onClose }: ResetPasswordDialogProps) {
  const formId = useId();
  const toasts = useToasts();
  const reset = useUserChange(onClose);
  const [mismatched, setMismatched] = useState(false);
  const look = (_changed: Partial<Entered>, { newPassword, confirmation }: Entered): void => {
    if (!mismatched || newPassword !== confirmation) return;
    setMismatched(false);
    toasts.clear();
  };
  const submit = ({ confirmation, ...body }: Entered): void => {
    setMismatched(confirmation !== body.newPassword);
    if (confirmation !== body.newPassword) {
      toasts.failure({ title: 'Error', description: MISMATCH });
      return;
    }
    reset.mutate({
      call: () => request(`/api/users/${user.id}/reset-password`, { method: 'POST', body }),
      done: 'Password reset successfully',
      failed: 'Failed to reset password',
    });
  };

  return (
    <FormDialog
      title="Reset Password"
      formId={formId}
      verb="Reset Password"
      busyVerb="Resetting..."
      busy={reset.isPending}
      onClose={onClose}
    >
      <p className="user-dialog-note">
        A new password for <strong>{user.username}</strong>. All sessions of this user end; two-factor stays
        as it is.
      </p>
      <Form<Entered>
        id={formId}
        className="user-form"
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        initialValues={{ forceReset: true }}
        onFinish={submit}
        onValuesChange={look}
      >
        <Form.Item name="newPassword" label="New password" rules={PASSWORD_RULES}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is this form */}
          <Input.Password autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} autoFocus />
        </Form.Item>
        <Form.Item name="confirmation" label="Confirm password" rules={[CONFIRMATION_REQUIRED]}>
          <Input.Password autoComplete="new-password" maxLength={PASSWORD_MAX_LENGTH} />
        </Form.Item>
        <Form.Item name="forceReset" valuePropName="checked">
          <Checkbox>Force password reset on next login</Checkbox>
        </Form.Item>
      </Form>
    </FormDialog>
  );
}
