import { MAX_FAILED_LOGINS } from '@clearwatch/contracts/users';
import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { formatDateTime } from '../../formats/dates.ts';
import { type Column, DataTable } from '../../tables/data-table.tsx';
import { UserActions, type UserChoice } from './user-actions.tsx';
import { RoleBadge, StatusBadges, TwoFactorBadge } from './user-badges.tsx';

interface UsersTableProps {
  users: StaffUser[];
  /** Titles of the columns that are left out. */
  hidden: readonly string[];
  /** Id of the admin who looks at it. */
  ownId: number | undefined;
  /** Milliseconds. */
  now: number;
  /** Id of the user a change of whom is under way. */
  busyId: number | undefined;
  onChoose: (user: StaffUser, choice: UserChoice, trigger: Element | null) => void;
}

export function UsersTable({ users, hidden, ...view }: UsersTableProps) {
  return (
    <DataTable
      caption="All users"
      columns={userColumns(view).filter(({ title }) => !hidden.includes(title))}
      rows={users}
      rowKey={({ id }) => id}
      onOpen={(user) => view.onChoose(user, 'details', document.activeElement)}
    />
  );
}

/** What can be left out: not who it is, and not what can be done. */
export const CHOOSABLE_COLUMNS = ['Role', 'Status', 'Two-Factor', 'Failed Attempts', 'Last Login', 'Created'];

function userColumns({
  ownId,
  now,
  busyId,
  onChoose,
}: Omit<UsersTableProps, 'users' | 'hidden'>): Column<StaffUser>[] {
  return [
    {
      title: 'Username',
      cell: (user) => (
        <span className="user-name">
          <button
            type="button"
            className="link-button"
            onClick={({ currentTarget }) => onChoose(user, 'details', currentTarget)}
          >
            {user.username}
          </button>
          {user.id === ownId && <span className="quiet"> (you)</span>}
        </span>
      ),
    },
    { title: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
    { title: 'Status', cell: (user) => <StatusBadges user={user} now={now} /> },
    { title: 'Two-Factor', cell: ({ twoFactorEnabled }) => <TwoFactorBadge enabled={twoFactorEnabled} /> },
    {
      title: 'Failed Attempts',
      cell: ({ failedLoginAttempts }) => `${failedLoginAttempts} / ${MAX_FAILED_LOGINS}`,
      numeric: true,
    },
    { title: 'Last Login', cell: ({ lastLogin }) => <Moment iso={lastLogin} /> },
    { title: 'Created', cell: ({ createdAt }) => <Moment iso={createdAt} /> },
    {
      title: 'Actions',
      cell: (user) => (
        <UserActions
          user={user}
          isOneself={user.id === ownId}
          now={now}
          busy={user.id === busyId}
          onChoose={(choice, trigger) => onChoose(user, choice, trigger)}
        />
      ),
    },
  ];
}

function Moment({ iso }: { iso: string | null }) {
  if (iso === null) return <span className="quiet">Never</span>;
  return <span className="user-moment">{formatDateTime(iso)}</span>;
}
