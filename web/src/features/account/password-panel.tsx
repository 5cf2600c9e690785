import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { changePassword } from '../../api/change-password.ts';
import { describeError } from '../../api/describe-error.ts';
import { beginSession } from '../../api/forget-session.ts';
import { SESSIONS_KEY } from '../../api/list-sessions.ts';
import { Panel } from '../../panels/panel.tsx';
import { ChangePasswordForm } from '../../passwords/change-password-form.tsx';
import { useToasts } from '../../toasts/toasts.tsx';

export function PasswordPanel({ username }: { username: string }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [changes, setChanges] = useState(0);
  const change = useMutation({
    mutationFn: changePassword,
    // The passwords are forgotten with the form.
    gcTime: 0,
    onSuccess: ({ user }) => {
      toasts.success({
        title: 'Password Changed',
        description: 'You stay signed in here; your other sessions have ended.',
      });
      setChanges((count) => count + 1);
      if (user) beginSession(client, user);
      return client.invalidateQueries({ queryKey: SESSIONS_KEY });
    },
  });

  return (
    <Panel title="Password" className="account-password">
      <p>
        At least 8 characters; a few unrelated words work well. Changing it ends your sessions everywhere
        else.
      </p>
      {change.isError && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={describeError(change.error, 'Failed to change the password')}
        />
      )}
      {/* An empty form after each change. */}
      <ChangePasswordForm
        key={changes}
        username={username}
        busy={change.isPending}
        onSubmit={(passwords) => change.mutate(passwords)}
      />
    </Panel>
  );
}
