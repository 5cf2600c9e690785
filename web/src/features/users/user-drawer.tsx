import type { StaffUser } from '@clearwatch/contracts/users.dto';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { listUsers } from '../../api/list-users.ts';
import { useNow } from '../../clock/use-now.ts';
import { formatDateTime } from '../../formats/dates.ts';
import { UserActivity } from './user-activity.tsx';
import { RoleBadge, StatusBadges, TwoFactorBadge } from './user-badges.tsx';
import { UserSessions } from './user-sessions.tsx';

interface UserDrawerProps {
  /** Null: closed. */
  userId: number | null;
  onClose: () => void;
}

/** One user beside the list: the state of the account, where it is signed in, what happened lately. */
export function UserDrawer({ userId, onClose }: UserDrawerProps) {
  const { data } = useQuery(listUsers());
  const user = data?.items.find(({ id }) => id === userId);
  return (
    <Drawer
      title={user?.username ?? 'User'}
      size={800}
      open={user !== undefined}
      onClose={onClose}
      destroyOnHidden
    >
      {user !== undefined && <UserDetails key={user.id} user={user} />}
    </Drawer>
  );
}

function UserDetails({ user }: { user: StaffUser }) {
  const now = useNow();
  return (
    <div className="user-details">
      <div className="user-details-badges">
        <RoleBadge role={user.role} />
        <StatusBadges user={user} now={now} />
      </div>
      <dl className="user-facts">
        <Fact term="Two-Factor" value={<TwoFactorBadge enabled={user.twoFactorEnabled} />} />
        <Fact term="Last login" value={moment(user.lastLogin)} />
        <Fact term="Last failed login" value={moment(user.lastFailedLogin)} />
        <Fact term="Created" value={moment(user.createdAt)} />
      </dl>
      <UserSessions user={user} />
      <UserActivity user={user} />
    </div>
  );
}

const moment = (iso: string | null): string => (iso === null ? 'Never' : formatDateTime(iso));

function Fact({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="figures">{value}</dd>
    </div>
  );
}
