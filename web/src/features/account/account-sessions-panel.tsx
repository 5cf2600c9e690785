import type { EndedSessions, StaffSession } from '@clearwatch/contracts/sign-in.dto';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { useRef, useState } from 'react';
import { ApiError, request, requestJson } from '../../api/api-client.ts';
import { describeError } from '../../api/error-messages.ts';
import { listSessions, SESSIONS_KEY } from '../../api/session-api.ts';
import { ConfirmDialog, type ConfirmQuestion } from '../../components/confirm-dialog.tsx';
import { useSignOut } from '../../components/leave-guard.tsx';
import { Panel, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { useFocusMemory } from '../../lib/keyboard-focus.ts';
import { formatQuantity } from '../../lib/number-format.ts';

/** What a session is called: its browser and system, and from where, as far as they are known. */
function describeBrowser({ browser, address }: Pick<StaffSession, 'browser' | 'address'>): string {
  const name = browser ?? 'Unknown browser';
  return address === null ? name : `${name} at ${address}`;
}

interface SessionsTableProps {
  sessions: StaffSession[];
  onEnd: (session: StaffSession) => void;
}

function SessionsTable({ sessions, onEnd }: SessionsTableProps) {
  return (
    <DataTable
      caption="Your sessions"
      columns={sessionColumns(onEnd)}
      rows={sessions}
      rowKey={({ id }) => id}
    />
  );
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
      cell: ({ lastActivityAt }) => (
        <span className="account-moment figures">{formatDateTime(lastActivityAt)}</span>
      ),
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

/** To end the session one sits in is to sign out, and needs no second step. */
function SignOutButton() {
  const { signOut, isPending } = useSignOut();
  return (
    <Button size="small" disabled={isPending} onClick={signOut}>
      Sign Out
    </Button>
  );
}

/** What is to be ended: one session, or all but the one this browser has. */
type SessionsToEnd = { scope: 'one'; session: StaffSession } | { scope: 'others'; count: number };

/** Ends sessions and reads the list again, also after a failure: it may have changed under the user. */
function useEndSessions({ onSettled }: { onSettled: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (ending: SessionsToEnd) =>
      ending.scope === 'one' ? endSession(ending.session.id) : endOtherSessions(),
    onSuccess: (ended) =>
      toasts.success({
        title: 'Sessions Ended',
        description: ended === 0 ? 'They had ended already.' : `${formatQuantity(ended, 'session')} ended.`,
      }),
    onError: (error) =>
      toasts.failure({
        title: 'Error',
        description: describeError(error, 'Failed to end the session. Please try again.'),
      }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: SESSIONS_KEY });
      onSettled();
    },
  });
}

/** How many ended; one that is gone already counts as none. */
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

/** Where the user is signed in, and how to end what is not his or no longer needed. */
export function SessionsPanel() {
  const sessions = useQuery(listSessions());
  const [toEnd, setToEnd] = useState<SessionsToEnd | null>(null);
  const focus = useFocusMemory();
  const close = (): void => {
    setToEnd(null);
    focus.comeBack();
  };
  const list = useRef<HTMLDivElement>(null);
  const end = useEndSessions({
    onSettled: () => {
      close();
      // The button that was pressed has gone with its session.
      setTimeout(() => document.activeElement === document.body && list.current?.focus());
    },
  });
  const ask = (ending: SessionsToEnd): void => {
    focus.leave(document.activeElement);
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
            End all others
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
          {(rows: StaffSession[]) => (
            <SessionsTable sessions={rows} onEnd={(session) => ask({ scope: 'one', session })} />
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
  const manner = { busyVerb: 'Ending...', danger: true } as const;
  if (ending.scope === 'one') {
    return {
      ...manner,
      title: 'End this session?',
      text: `${describeBrowser(ending.session)} will be signed out at its next step. What was not saved there is lost.`,
      verb: 'End session',
    };
  }
  return {
    ...manner,
    title: 'End all other sessions?',
    text: `${formatQuantity(ending.count, 'other browser')} will be signed out at the next step. You stay signed in here.`,
    verb: 'End all others',
  };
}
