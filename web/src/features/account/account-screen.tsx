import './account.css';
import { CheckCircleFilled } from '@ant-design/icons';
import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { beginSession, changePassword, getCurrentUser, SESSIONS_KEY } from '../../api/session-api.ts';
import { ChangePasswordForm } from '../../components/change-password-form.tsx';
import { ErrorAlert } from '../../components/error-notices.tsx';
import { Panel } from '../../components/panel.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatCount } from '../../lib/number-format.ts';
import { SessionsPanel } from './account-sessions-panel.tsx';

function PasswordPanel({ username }: { username: string }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [changes, setChanges] = useState(0);
  const change = useMutation({
    mutationFn: changePassword,
    // Keeps the passwords out of the mutation cache.
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
      {change.isError && <ErrorAlert error={change.error} fallback="Failed to change the password" />}
      {/* The key empties the form after each change. */}
      <ChangePasswordForm
        key={changes}
        username={username}
        busy={change.isPending}
        onSubmit={(passwords) => change.mutate(passwords)}
      />
    </Panel>
  );
}

/** Shows failed attempts by others. */
function SignInsPanel({ user }: { user: CurrentUser }) {
  const { lastLogin, failedSinceLastLogin: failures, lastFailedLogin } = user;
  return (
    <Panel title="Sign-ins">
      <dl className="account-facts figures">
        <dt>Last sign-in before this one</dt>
        <dd>{lastLogin === null ? 'None: this is your first' : formatDateTime(lastLogin)}</dd>
        <dt>Failed attempts since then</dt>
        <dd>{formatCount(failures)}</dd>
        {lastFailedLogin !== null && (
          <>
            <dt>Latest failed attempt</dt>
            <dd>{formatDateTime(lastFailedLogin)}</dd>
          </>
        )}
      </dl>
      {failures > 0 && (
        <Alert
          className="account-advice"
          type="warning"
          showIcon
          role="note"
          title="If that was not you, change your password and tell an admin."
        />
      )}
    </Panel>
  );
}

function TwoFactorPanel({ user }: { user: CurrentUser }) {
  return (
    <Panel title="Two-factor authentication" className="account-two-factor">
      <p>
        {user.twoFactorEnabled ? (
          <>
            <CheckCircleFilled className="account-good" aria-hidden /> Enabled: signing in takes your password
            and a code from your authenticator app.
          </>
        ) : (
          'Not set up.'
        )}
      </p>
      <h3>When the phone is lost or new</h3>
      <ol className="account-steps">
        <li>
          Sign in with one of the ten recovery codes you saved: choose “Use a recovery code” where the code is
          asked. Each works once.
        </li>
        <li>
          Ask an admin to reset your two-factor authentication. All your sessions end; at the next sign-in you
          connect the new phone and get ten new recovery codes.
        </li>
        <li>No recovery code left? The admin’s reset is enough.</li>
      </ol>
    </Panel>
  );
}

export default function AccountScreen() {
  const { data: user } = useQuery(getCurrentUser());
  if (!user) return null;
  return (
    <div className="account-grid">
      <div className="account-column">
        <SignInsPanel user={user} />
        <TwoFactorPanel user={user} />
      </div>
      <PasswordPanel username={user.username} />
      <SessionsPanel />
    </div>
  );
}
