import { DownOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons';
import type { CurrentUser } from '@clearwatch/contracts/http/auth';
import { Button, Dropdown, type MenuProps, Tag } from 'antd';
import { useSignOut } from '../../features/auth/use-sign-out.ts';
import { formatDateTime } from '../../formats/dates.ts';

/** Who is signed in, and the way out. */
export function AccountMenu({ user }: { user: CurrentUser }) {
  const signOut = useSignOut();
  const items: MenuProps['items'] = [
    {
      key: 'account',
      type: 'group',
      label: (
        <div className="account-menu-head">
          <span className="account-menu-title">My Account</span>
          <span className="account-menu-who">
            <span className="account-menu-name">{user.username}</span>
            <Tag className={user.role === 'Admin' ? 'account-menu-admin' : undefined}>{user.role}</Tag>
          </span>
          {user.lastLogin !== null && (
            <span className="account-menu-last">Last sign-in {formatDateTime(user.lastLogin)}</span>
          )}
        </div>
      ),
    },
    { type: 'divider' },
    {
      key: 'sign-out',
      label: 'Sign Out',
      danger: true,
      icon: <LogoutOutlined aria-hidden />,
      disabled: signOut.isPending,
    },
  ];

  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, onClick: ({ key }) => key === 'sign-out' && signOut.mutate() }}
    >
      <Button
        type="text"
        icon={<UserOutlined aria-hidden />}
        aria-label={`My Account: ${user.username}`}
        aria-haspopup="menu"
      >
        <span className="account-button-name">{user.username}</span>
        <DownOutlined className="account-button-arrow" aria-hidden />
      </Button>
    </Dropdown>
  );
}
