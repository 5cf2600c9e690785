import { UserAddOutlined } from '@ant-design/icons';
import { MAX_FAILED_LOGINS } from '@clearwatch/contracts/users';
import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import { useRef } from 'react';
import { getCurrentUser } from '../../api/session-api.ts';
import { listUsers } from '../../api/users-api.ts';
import { Panel, PanelEmpty, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { ColumnChooser, useHiddenColumns } from '../../components/tables/column-chooser.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { DebouncedField } from '../../components/tables/list-filters.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatCount, formatQuantity } from '../../lib/number-format.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { readPage, readText, withParams } from '../../lib/url-params.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { RoleBadge, StatusBadges, TwoFactorBadge, UserActionMenu, type UserChoice } from './user-actions.tsx';

const USER_LIST = {
  read: (params: URLSearchParams) => ({ search: readText(params, 'search'), page: readPage(params) }),
  write: ({ search, page }: { search: string; page: number }) =>
    withParams('', { search, page: page > 1 ? page : null }),
};

/** The name and action columns cannot be hidden. */
const CHOOSABLE_COLUMNS = ['Role', 'Status', 'Two-Factor', 'Failed Attempts', 'Last Login', 'Created'];

interface UserColumnOptions extends Pick<UsersPanelProps, 'busyId' | 'onChoose'> {
  ownId: number | undefined;
  now: number;
}

function userColumns({ ownId, now, busyId, onChoose }: UserColumnOptions): Column<StaffUser>[] {
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
    { title: 'Last Login', cell: ({ lastLogin }) => <MomentCell iso={lastLogin} /> },
    { title: 'Created', cell: ({ createdAt }) => <MomentCell iso={createdAt} /> },
    {
      title: 'Actions',
      cell: (user) => (
        <UserActionMenu
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

function MomentCell({ iso }: { iso: string | null }) {
  if (iso === null) return <span className="quiet">Never</span>;
  return <span className="user-moment">{formatDateTime(iso)}</span>;
}

const SEARCH_ABOVE_USERS = 10;
const PAGE_SIZE = 50;

interface UsersPanelProps {
  busyId: number | undefined;
  onAdd: (trigger: Element) => void;
  onChoose: (user: StaffUser, choice: UserChoice, trigger: Element | null) => void;
}

export function UsersPanel({ busyId, onAdd, onChoose }: UsersPanelProps) {
  const users = useQuery(listUsers());
  const { state, change, amend } = useUrlState(USER_LIST);
  const { hidden, hide } = useHiddenColumns('users');
  const now = useServerNow();
  const { data: oneself } = useQuery(getCurrentUser());
  const top = useRef<HTMLDivElement>(null);
  const query = state.search.trim().toLowerCase();
  const found = users.data?.items.filter(({ username }) => username.toLowerCase().includes(query)) ?? [];
  // Deleting the last user on a page removes that page.
  const page = Math.min(state.page, Math.ceil(found.length / PAGE_SIZE));
  const total = users.data?.total ?? 0;
  return (
    <Panel
      title="Users"
      note={total > 0 && formatQuantity(total, 'user')}
      className="panel-body-flush users-panel"
      actions={
        <>
          {total > SEARCH_ABOVE_USERS && (
            <DebouncedField
              className="users-search"
              placeholder="Search by name"
              label="Search users by name"
              value={state.search}
              onChange={(typed) => amend({ search: typed })}
            />
          )}
          <ColumnChooser titles={CHOOSABLE_COLUMNS} hidden={hidden} onHide={hide} />
          <Button
            type="primary"
            icon={<UserAddOutlined aria-hidden />}
            onClick={({ currentTarget }) => onAdd(currentTarget)}
          >
            Add User
          </Button>
        </>
      }
    >
      <QueryStates
        query={users}
        skeleton={
          <div className="users-skeleton">
            <SkeletonLines lines={6} height={32} />
          </div>
        }
        failed="The users could not be loaded."
      >
        {({ items }) => (
          <>
            {found.length === 0 ? (
              <PanelEmpty text={query === '' ? 'No users yet.' : 'No users match your search.'} />
            ) : (
              <div ref={top}>
                <DataTable
                  caption="All users"
                  columns={userColumns({ ownId: oneself?.id, now, busyId, onChoose }).filter(
                    ({ title }) => !hidden.includes(title),
                  )}
                  rows={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
                  rowKey={({ id }) => id}
                  onOpen={(user) => onChoose(user, 'details', document.activeElement)}
                />
              </div>
            )}
            {total > items.length && (
              <p className="users-more quiet">
                Showing first {formatCount(items.length)} results of {formatCount(total)}
              </p>
            )}
            {found.length > PAGE_SIZE && (
              <Pagination
                className="users-pages"
                current={page}
                pageSize={PAGE_SIZE}
                total={found.length}
                showSizeChanger={false}
                onChange={(next) => {
                  change({ page: next });
                  top.current?.scrollIntoView();
                }}
              />
            )}
          </>
        )}
      </QueryStates>
    </Panel>
  );
}
