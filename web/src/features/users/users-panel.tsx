import { UserAddOutlined } from '@ant-design/icons';
import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import { useRef } from 'react';
import { useAddressState } from '../../addresses/use-address-state.ts';
import { getCurrentUser } from '../../api/get-current-user.ts';
import { listUsers } from '../../api/list-users.ts';
import type { Page } from '../../api/page.ts';
import { useNow } from '../../clock/use-now.ts';
import { formatCount, formatCounted } from '../../formats/count.ts';
import { Panel } from '../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../panels/panel-states.tsx';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { ColumnChooser } from '../../tables/column-chooser.tsx';
import { DelayedField } from '../../tables/delayed-field.tsx';
import { useHiddenColumns } from '../../tables/use-hidden-columns.ts';
import type { UserChoice } from './user-actions.tsx';
import { USER_LIST } from './user-list-state.ts';
import { CHOOSABLE_COLUMNS, UsersTable } from './users-table.tsx';

/** From here on finding somebody by eye takes too long. */
const SEARCH_FROM = 10;
const PAGE_SIZE = 50;

interface UsersPanelProps {
  busyId: number | undefined;
  onAdd: (trigger: Element) => void;
  onChoose: (user: StaffUser, choice: UserChoice, trigger: Element | null) => void;
}

export function UsersPanel({ busyId, onAdd, onChoose }: UsersPanelProps) {
  const users = useQuery(listUsers());
  const { state, change, amend } = useAddressState(USER_LIST);
  const { search } = state;
  const { hidden, hide } = useHiddenColumns('users');
  const total = users.data?.total ?? 0;
  return (
    <Panel
      title="Users"
      badges={total > 0 && <span className="quiet">{formatCounted(total, 'user')}</span>}
      className="panel-body-flush users-panel"
      actions={
        <>
          {total > SEARCH_FROM && (
            <DelayedField
              className="users-search"
              placeholder="Search by name"
              label="Search users by name"
              value={search}
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
        {(page) => (
          <FoundUsers
            all={page}
            search={search}
            page={state.page}
            onPage={(to) => change({ page: to })}
            hidden={hidden}
            busyId={busyId}
            onChoose={onChoose}
          />
        )}
      </QueryStates>
    </Panel>
  );
}

interface FoundUsersProps extends Pick<UsersPanelProps, 'busyId' | 'onChoose'> {
  all: Page<StaffUser>;
  search: string;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
  hidden: readonly string[];
}

/** The users whose name contains what was searched for, some dozen at a time. */
function FoundUsers(props: FoundUsersProps) {
  const { all, search, page, onPage, hidden, busyId, onChoose } = props;
  const { items, total } = all;
  const now = useNow();
  const { data: oneself } = useQuery(getCurrentUser());
  const top = useRef<HTMLDivElement>(null);
  const wanted = search.trim().toLowerCase();
  const found = items.filter(({ username }) => username.toLowerCase().includes(wanted));
  const cut = total > items.length && (
    <p className="users-more quiet">
      Showing first {formatCount(items.length)} results of {formatCount(total)}
    </p>
  );
  if (found.length === 0) {
    return (
      <>
        <PanelEmpty text={wanted === '' ? 'There are no users yet.' : 'No user has this in the name.'} />
        {cut}
      </>
    );
  }
  // The last user of the last page may just have been deleted.
  const shown = Math.min(page, Math.ceil(found.length / PAGE_SIZE));
  return (
    <div ref={top}>
      <UsersTable
        hidden={hidden}
        users={found.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE)}
        ownId={oneself?.id}
        now={now}
        busyId={busyId}
        onChoose={onChoose}
      />
      {cut}
      {found.length > PAGE_SIZE && (
        <Pagination
          className="users-pages"
          current={shown}
          pageSize={PAGE_SIZE}
          total={found.length}
          showSizeChanger={false}
          onChange={(next) => {
            onPage(next);
            top.current?.scrollIntoView();
          }}
        />
      )}
    </div>
  );
}
