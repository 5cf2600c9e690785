import { UserAddOutlined } from '@ant-design/icons';
import type { StaffUser } from '@clearwatch/contracts/http/users';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Pagination } from 'antd';
import { useRef, useState } from 'react';
import { getCurrentUser } from '../../api/get-current-user.ts';
import { listUsers } from '../../api/list-users.ts';
import type { Page } from '../../api/page.ts';
import { useNow } from '../../clock/use-now.ts';
import { formatCount, formatCounted } from '../../formats/count.ts';
import { Panel } from '../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../panels/panel-states.tsx';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import type { UserChoice } from './user-actions.tsx';
import { UsersTable } from './users-table.tsx';

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
  const [search, setSearch] = useState('');
  const total = users.data?.total ?? 0;
  return (
    <Panel
      title="Users"
      badges={total > 0 && <span className="quiet">{formatCounted(total, 'user')}</span>}
      className="panel-body-flush users-panel"
      actions={
        <>
          {total > SEARCH_FROM && (
            <Input.Search
              className="users-search"
              placeholder="Search by name"
              aria-label="Search users by name"
              allowClear
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
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
          <FoundUsers key={search} page={page} search={search} busyId={busyId} onChoose={onChoose} />
        )}
      </QueryStates>
    </Panel>
  );
}

interface FoundUsersProps extends Pick<UsersPanelProps, 'busyId' | 'onChoose'> {
  page: Page<StaffUser>;
  search: string;
}

/** The users whose name contains what was searched for, some dozen at a time. */
function FoundUsers({ page: { items, total }, search, busyId, onChoose }: FoundUsersProps) {
  const now = useNow();
  const { data: oneself } = useQuery(getCurrentUser());
  const [page, setPage] = useState(1);
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
            setPage(next);
            top.current?.scrollIntoView();
          }}
        />
      )}
    </div>
  );
}
