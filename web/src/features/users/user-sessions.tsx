import type { EndedSessions, StaffSession } from '@clearwatch/contracts/sign-in.dto';
import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { getCurrentUser } from '../../api/get-current-user.ts';
import { requestJson } from '../../api/http.ts';
import { listUserSessions } from '../../api/list-users.ts';
import { ConfirmDialog, type Question } from '../../dialogs/confirm-dialog.tsx';
import { useFocusReturn } from '../../dialogs/use-focus-return.ts';
import { formatDateTime } from '../../formats/dates.ts';
import { QueryStates } from '../../panels/panel-states.tsx';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { type Column, DataTable } from '../../tables/data-table.tsx';
import { useUserChange } from './use-user-change.ts';

const COLUMNS: Column<StaffSession>[] = [
  { title: 'Signed In', cell: ({ signedInAt }) => formatDateTime(signedInAt) },
  { title: 'Last Activity', cell: ({ lastActivityAt }) => formatDateTime(lastActivityAt) },
  { title: 'Address', cell: ({ address }) => address ?? 'Unknown' },
  { title: 'Browser', cell: ({ browser }) => browser ?? 'Unknown' },
];

/** Where a user is signed in, and the way to end all of it at once. */
export function UserSessions({ user }: { user: StaffUser }) {
  const sessions = useQuery(listUserSessions(user.id));
  const { data: oneself } = useQuery(getCurrentUser());
  return (
    <section aria-label="Sessions">
      <div className="user-section-head">
        <h3>Sessions</h3>
        {oneself?.id === user.id ? (
          <span className="quiet">End your own under Account & Security.</span>
        ) : (
          <EndSessions user={user} disabled={!sessions.data?.length} />
        )}
      </div>
      <QueryStates
        query={sessions}
        skeleton={<SkeletonLines lines={2} height={28} />}
        failed="The sessions could not be loaded."
      >
        {(items) =>
          items.length === 0 ? (
            <p className="quiet">Not signed in anywhere.</p>
          ) : (
            <DataTable
              caption={`Sessions of ${user.username}`}
              columns={COLUMNS}
              rows={items}
              rowKey={({ id }) => id}
            />
          )
        }
      </QueryStates>
    </section>
  );
}

function EndSessions({ user, disabled }: { user: StaffUser; disabled: boolean }) {
  const [asking, setAsking] = useState(false);
  const focus = useFocusReturn();
  const close = (): void => {
    setAsking(false);
    focus.comeBack();
  };
  const change = useUserChange(close);
  const end = (): void =>
    change.mutate({
      call: () => requestJson<EndedSessions>(`/api/users/${user.id}/sessions`, { method: 'DELETE' }),
      done: 'Sessions ended successfully',
      failed: 'Failed to end sessions',
    });
  return (
    <>
      <Button
        danger
        size="small"
        disabled={disabled}
        onClick={({ currentTarget }) => {
          focus.leave(currentTarget);
          setAsking(true);
        }}
      >
        End All Sessions
      </Button>
      {asking && (
        <ConfirmDialog
          question={endQuestion(user)}
          busy={change.isPending}
          onConfirm={end}
          onCancel={close}
        />
      )}
    </>
  );
}

function endQuestion({ username }: StaffUser): Question {
  return {
    title: 'End all sessions',
    text: `"${username}" is signed out everywhere and may sign in again at once. To keep somebody out, deactivate the user.`,
    verb: 'End All Sessions',
    busyVerb: 'Ending...',
    danger: true,
  };
}
