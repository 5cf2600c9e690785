import './account.css';
import { CheckCircleFilled } from '@ant-design/icons';
import type { AccountChange, CurrentUser, EndedSessions, StaffSession } from '@clearwatch/contracts/sign-in.dto';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Tag } from 'antd';
import { useRef, useState } from 'react';
import { ApiError, request, requestJson } from '../../api/api-client.ts';
import { beginSession, changePassword, getCurrentUser, listSessions, SESSIONS_KEY } from '../../api/session-api.ts';
import { ChangePasswordForm } from '../../components/change-password-form.tsx';
import { ConfirmDialog, type ConfirmQuestion } from '../../components/confirm-dialog.tsx';
import { ErrorAlert } from '../../components/error-notices.tsx';
import { useSignOut } from '../../components/leave-guard.tsx';
import { Panel, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { accountChangeText } from '../../lib/admin-action-labels.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { useFocusMemory } from '../../lib/keyboard-focus.ts';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';

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
      <p>At least 8 characters; a few unrelated words work well. Changing your password ends your other sessions.</p>
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

function SignInsPanel({ user }: { user: CurrentUser }) {
  const { lastLogin, failedSinceLastLogin: failures, lastFailedLogin } = user;
  return (
    <Panel title="Sign-ins">
      <dl className="account-facts figures">
        <dt>Last sign-in before this one</dt>
        <dd>{lastLogin === null ? 'None. This is your first sign-in.' : formatDateTime(lastLogin)}</dd>
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

function AccountChangesPanel({ changes }: { changes: AccountChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Panel title="Changes by others">
      <ul className="account-changes">
        {changes.map((change) => (
          <li key={`${change.at} ${change.kind}`}>
            {accountChangeText(change)} <span className="quiet figures">{formatDateTime(change.at)}</span>
          </li>
        ))}
      </ul>
      <p className="quiet">
        Since your last sign-in or in the last seven days. If you did not expect a change, tell another admin.
      </p>
    </Panel>
  );
}

function TwoFactorPanel({ user }: { user: CurrentUser }) {
  return (
    <Panel title="Two-factor authentication" className="account-two-factor">
      <p>
        {user.twoFactorEnabled ? (
          <>
            <CheckCircleFilled className="account-good" aria-hidden /> Enabled. You sign in with your password and a
            code from your authenticator app.
          </>
        ) : (
          'Not set up.'
        )}
      </p>
      <h3>Lost or new phone</h3>
      <ol className="account-steps">
        <li>
          Sign in with one of your ten recovery codes: choose “Use a recovery code” when you are asked for a code. Each
          code works once.
        </li>
        <li>
          Ask an admin to reset your two-factor authentication. All your sessions end. At your next sign-in, enter the
          activation code from the admin, choose a new password, connect the new phone and save ten new recovery codes.
        </li>
        <li>If you have no recovery codes left, skip the first step.</li>
      </ol>
    </Panel>
  );
}

function describeBrowser({ browser, address }: Pick<StaffSession, 'browser' | 'address'>): string {
  const name = browser ?? 'Unknown browser';
  return address === null ? name : `${name} at ${address}`;
}

function sessionColumns(onEnd: (session: StaffSession) => void): Column<StaffSession>[] {
  return [
    {
      title: 'Browser',
      cell: ({ browser, isCurrent }) => (
        <>
          <strong>{browser ?? 'Unknown browser'}</strong>
          {isCurrent && <Tag className="account-current">This session</Tag>}
        </>
      ),
    },
    { title: 'Address', cell: ({ address }) => <span className="figures">{address ?? '—'}</span> },
    {
      title: 'Signed in',
      cell: ({ signedInAt }) => <span className="account-moment figures">{formatDateTime(signedInAt)}</span>,
    },
    {
      title: 'Last activity',
      cell: ({ lastActivityAt }) => <span className="account-moment figures">{formatDateTime(lastActivityAt)}</span>,
    },
    {
      title: 'Action',
      cell: (session) =>
        session.isCurrent ? (
          <SignOutButton />
        ) : (
          <Button
            size="small"
            danger
            aria-label={`End ${describeBrowser(session)}, signed in ${formatDateTime(session.signedInAt)}`}
            onClick={() => onEnd(session)}
          >
            End
          </Button>
        ),
    },
  ];
}

function SignOutButton() {
  const { signOut, isPending } = useSignOut();
  return (
    <Button size="small" disabled={isPending} onClick={signOut}>
      Sign Out
    </Button>
  );
}

type SessionsToEnd = { scope: 'one'; session: StaffSession } | { scope: 'others'; count: number };

/** @returns the number of sessions ended; 0 when the session had already ended */
async function endSession(id: string): Promise<number> {
  try {
    await request(`/api/auth/sessions/${id}`, { method: 'DELETE' });
    return 1;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 0;
    throw error;
  }
}

async function endOtherSessions(): Promise<number> {
  const { ended } = await requestJson<EndedSessions>('/api/auth/sessions', { method: 'DELETE' });
  return ended;
}

export function SessionsPanel() {
  const client = useQueryClient();
  const toasts = useToasts();
  const sessions = useQuery(listSessions());
  const [toEnd, setToEnd] = useState<SessionsToEnd | null>(null);
  const focus = useFocusMemory();
  const list = useRef<HTMLDivElement>(null);
  const close = (): void => {
    setToEnd(null);
    focus.restore();
  };
  const end = useMutation({
    mutationFn: (ending: SessionsToEnd) =>
      ending.scope === 'one' ? endSession(ending.session.id) : endOtherSessions(),
    onSuccess: (ended) =>
      toasts.success({
        title: 'Sessions Ended',
        description: ended === 0 ? 'They had already ended.' : `${formatQuantity(ended, 'session')} ended.`,
      }),
    onError: (error) => toasts.failed('Error', error, 'Failed to end the session. Please try again.'),
    onSettled: async () => {
      // Also after a failure, because the sessions may have changed.
      await client.invalidateQueries({ queryKey: SESSIONS_KEY });
      close();
      // The pressed button has disappeared with its session.
      setTimeout(() => document.activeElement === document.body && list.current?.focus());
    },
  });
  const ask = (ending: SessionsToEnd): void => {
    focus.remember(document.activeElement);
    setToEnd(ending);
  };
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? [];

  return (
    <Panel
      title="Where you are signed in"
      className="account-sessions panel-body-flush"
      actions={
        others.length > 0 && (
          <Button size="small" onClick={() => ask({ scope: 'others', count: others.length })}>
            End all other sessions
          </Button>
        )
      }
    >
      <div ref={list} tabIndex={-1} className="account-sessions-list">
        <QueryStates
          query={sessions}
          skeleton={
            <div className="account-sessions-state">
              <SkeletonLines lines={2} height={32} />
            </div>
          }
          failed="Your sessions could not be loaded."
        >
          {(rows) => (
            <DataTable
              caption="Your sessions"
              columns={sessionColumns((session) => ask({ scope: 'one', session }))}
              rows={rows}
              rowKey={({ id }) => id}
            />
          )}
        </QueryStates>
      </div>
      {toEnd !== null && (
        <ConfirmDialog
          question={endSessionsQuestion(toEnd)}
          busy={end.isPending}
          onConfirm={() => end.mutate(toEnd)}
          onCancel={close}
        />
      )}
    </Panel>
  );
}

function endSessionsQuestion(ending: SessionsToEnd): ConfirmQuestion {
  const texts =
    ending.scope === 'one'
      ? {
          title: 'End this session?',
          text: `${describeBrowser(ending.session)} will be signed out on its next request. Unsaved changes there will be lost.`,
          verb: 'End session',
        }
      : {
          title: 'End all other sessions?',
          text: `${formatQuantity(ending.count, 'other browser')} will be signed out on the next request. You stay signed in here.`,
          verb: 'End all other sessions',
        };
  return { ...texts, busyVerb: 'Ending...', danger: true };
}

export default function AccountScreen() {
  const { data: user } = useQuery(getCurrentUser());
  if (!user) return null;
  return (
    <div className="account-grid">
      <div className="account-column">
        <SignInsPanel user={user} />
        <AccountChangesPanel changes={user.accountChanges} />
        <TwoFactorPanel user={user} />
      </div>
      <PasswordPanel username={user.username} />
      <SessionsPanel />
    </div>
  );
}
