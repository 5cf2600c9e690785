import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { listUserActivity } from '../../api/list-users.ts';
import { actionLabel } from '../../audit-trail/action-label.ts';
import { detailLine } from '../../audit-trail/detail-words.ts';
import { subjectWords } from '../../audit-trail/subject-words.ts';
import { formatExactTime } from '../../formats/dates.ts';
import { QueryStates } from '../../panels/panel-states.tsx';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { type Column, DataTable } from '../../tables/data-table.tsx';

/** What a user did and what was done to him, newest first. */
export function UserActivity({ user }: { user: StaffUser }) {
  const activity = useQuery(listUserActivity(user.id));
  return (
    <section aria-label="Recent activity">
      <div className="user-section-head">
        <h3>Recent activity</h3>
        <span>
          <Link to={`/audit-log?actorId=${user.id}`}>All by {user.username}</Link>
          {' · '}
          <Link to={`/audit-log?subjectType=user&subjectId=${user.id}`}>All about {user.username}</Link>
        </span>
      </div>
      <QueryStates
        query={activity}
        skeleton={<SkeletonLines lines={6} height={28} />}
        failed="The recent activity could not be loaded."
      >
        {(events) =>
          events.length === 0 ? (
            <p className="quiet">Nothing has been recorded yet.</p>
          ) : (
            <DataTable
              caption={`Recent activity of ${user.username}`}
              columns={columnsFor(user)}
              rows={events}
              rowKey={({ seq }) => seq}
            />
          )
        }
      </QueryStates>
    </section>
  );
}

function columnsFor(user: StaffUser): Column<AuditEvent>[] {
  return [
    { title: 'When', cell: ({ at }) => <span className="user-moment">{formatExactTime(at)}</span> },
    {
      title: 'What',
      cell: (event) => (
        <span className="user-event">
          {actionLabel(event.action)}
          <span className="quiet">{aside(event, user)}</span>
        </span>
      ),
    },
    { title: 'From', cell: ({ address }) => address ?? '' },
  ];
}

/** What the action alone leaves open: by whom or to what, and the details. */
function aside(event: AuditEvent, user: StaffUser): string {
  const byAnother = event.actorId !== user.id;
  const aboutHimself = event.subjectType === 'user' && event.subjectId === String(user.id);
  return [
    byAnother ? `by ${event.actorName}` : '',
    aboutHimself ? '' : subjectWords(event),
    detailLine(event.detail),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
