import type { StaffSession } from '@clearwatch/contracts/sign-in.dto';
import { Button, Tag } from 'antd';
import { formatDateTime } from '../../../formats/dates.ts';
import { useSignOut } from '../../../session/use-sign-out.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
import { browserOf } from './browser-of.ts';

interface SessionsTableProps {
  sessions: StaffSession[];
  onEnd: (session: StaffSession) => void;
}

export function SessionsTable({ sessions, onEnd }: SessionsTableProps) {
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
            aria-label={`End ${browserOf(session)}, signed in ${formatDateTime(session.signedInAt)}`}
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
