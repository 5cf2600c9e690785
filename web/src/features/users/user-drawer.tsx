import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import type { EndedSessions, StaffSession } from '@clearwatch/contracts/sign-in.dto';
import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { requestJson } from '../../api/api-client.ts';
import { getCurrentUser } from '../../api/session-api.ts';
import { listUserActivity, listUserSessions, listUsers } from '../../api/users-api.ts';
import type { ConfirmQuestion } from '../../components/confirm-dialog.tsx';
import { Fact } from '../../components/figure-cards.tsx';
import { type Column, TwoLines } from '../../components/tables/data-table.tsx';
import { QueryTable } from '../../components/tables/paged-list.tsx';
import { actionLabel, auditDetailSummary, subjectLabelOf } from '../../lib/audit-labels.ts';
import { formatDateTime, formatUtcTime } from '../../lib/date-format.ts';
import { useRestoreFocus } from '../../lib/keyboard-focus.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { ConfirmUserActionDialog, RoleBadge, StatusBadges, TwoFactorBadge } from './user-actions.tsx';

function UserActivity({ user }: { user: StaffUser }) {
  const activity = useQuery(listUserActivity(user.id));
  return (
    <section aria-label="Recent activity">
      <div className="user-section-head">
        <h3>Recent activity</h3>
        <span>
          <Link to={`/audit-log?actorId=${user.id}`}>Events by {user.username}</Link>
          {' · '}
          <Link to={`/audit-log?subjectType=user&subjectId=${user.id}`}>Events about {user.username}</Link>
        </span>
      </div>
      <QueryTable
        query={activity}
        failed="The recent activity could not be loaded."
        empty={<p className="quiet">No activity recorded yet.</p>}
        caption={`Recent activity for ${user.username}`}
        columns={activityColumns(user)}
        rowKey={({ seq }) => seq}
      />
    </section>
  );
}

function activityColumns(user: StaffUser): Column<AuditEvent>[] {
  return [
    { title: 'When', cell: ({ at }) => <span className="user-moment">{formatUtcTime(at)}</span> },
    {
      title: 'What',
      cell: (event) => (
        <TwoLines className="user-event" text={actionLabel(event.action)} note={formatEventDetail(event, user)} />
      ),
    },
    { title: 'From', cell: ({ address }) => address ?? '' },
  ];
}

function formatEventDetail(event: AuditEvent, user: StaffUser): string {
  const isAboutUser = event.subjectType === 'user' && event.subjectId === String(user.id);
  return [
    event.actorId === user.id ? '' : `by ${event.actorName}`,
    isAboutUser ? '' : subjectLabelOf(event),
    auditDetailSummary(event.detail),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

const SESSION_COLUMNS: Column<StaffSession>[] = [
  { title: 'Signed In', cell: ({ signedInAt }) => formatDateTime(signedInAt) },
  { title: 'Last Activity', cell: ({ lastActivityAt }) => formatDateTime(lastActivityAt) },
  { title: 'Address', cell: ({ address }) => address ?? 'Unknown' },
  { title: 'Browser', cell: ({ browser }) => browser ?? 'Unknown' },
];

function UserSessions({ user }: { user: StaffUser }) {
  const sessions = useQuery(listUserSessions(user.id));
  const { data: oneself } = useQuery(getCurrentUser());
  return (
    <section aria-label="Sessions">
      <div className="user-section-head">
        <h3>Sessions</h3>
        {oneself?.id === user.id ? (
          <span className="quiet">End your own sessions under Account & Security.</span>
        ) : (
          <EndSessions user={user} disabled={!sessions.data?.length} />
        )}
      </div>
      <QueryTable
        query={sessions}
        lines={2}
        failed="The sessions could not be loaded."
        empty={<p className="quiet">Not signed in anywhere.</p>}
        caption={`Sessions for ${user.username}`}
        columns={SESSION_COLUMNS}
        rowKey={({ id }) => id}
      />
    </section>
  );
}

function EndSessions({ user, disabled }: { user: StaffUser; disabled: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  useRestoreFocus(isAsking);
  return (
    <>
      <Button danger size="small" disabled={disabled} onClick={() => setIsAsking(true)}>
        End All Sessions
      </Button>
      {isAsking && (
        <ConfirmUserActionDialog
          action={END_SESSIONS}
          question={END_SESSIONS.question(user)}
          user={user}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

const END_SESSIONS = {
  question: ({ username }: StaffUser): ConfirmQuestion => ({
    title: 'End all sessions',
    text: `"${username}" will be signed out everywhere but can sign in again. To block access, deactivate the user.`,
    verb: 'End All Sessions',
    busyVerb: 'Ending...',
    danger: true,
  }),
  call: ({ id }: StaffUser) => requestJson<EndedSessions>(`/api/users/${id}/sessions`, { method: 'DELETE' }),
  done: 'Sessions ended successfully',
  failed: 'Failed to end sessions',
};

export function UserDrawer({ userId, onClose }: { userId: number | null; onClose: () => void }) {
  const { data } = useQuery(listUsers());
  const user = data?.items.find(({ id }) => id === userId);
  return (
    <Drawer title={user?.username ?? 'User'} size={800} open={user !== undefined} onClose={onClose} destroyOnHidden>
      {user !== undefined && <UserDetails key={user.id} user={user} />}
    </Drawer>
  );
}

function UserDetails({ user }: { user: StaffUser }) {
  const now = useServerNow();
  return (
    <div className="user-details">
      <div className="user-details-badges">
        <RoleBadge role={user.role} />
        <StatusBadges user={user} now={now} />
      </div>
      <dl className="user-facts">
        <Fact term="Two-Factor" value={<TwoFactorBadge enabled={user.twoFactorEnabled} />} />
        <Fact term="Last login" value={formatMoment(user.lastLogin)} />
        <Fact term="Last failed login" value={formatMoment(user.lastFailedLogin)} />
        <Fact term="Created" value={formatMoment(user.createdAt)} />
      </dl>
      <UserSessions user={user} />
      <UserActivity user={user} />
    </div>
  );
}

const formatMoment = (iso: string | null): string => (iso === null ? 'Never' : formatDateTime(iso));
