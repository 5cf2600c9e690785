import { DownOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons';
import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { Button, Dropdown, type MenuProps, Tag } from 'antd';
import { createElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatDateTime } from '../../formats/dates.ts';
import { useSignOut } from '../../session/use-sign-out.ts';
import type { Screen } from '../screens.ts';

/** Spec section 2, in this order; what the user has no screen for is left out. */
const PATHS = ['/user-management', '/settings', '/account'];

const SIGN_OUT = 'sign-out';

interface AccountMenuProps {
  screens: Screen[];
  user: CurrentUser;
}

/** Who is signed in, what belongs to him, and the way out. */
export function AccountMenu({ screens, user }: AccountMenuProps) {
  const { signOut, isPending } = useSignOut();
  const navigate = useNavigate();
  const items: MenuProps['items'] = [
    { key: 'who', type: 'group', label: <Who user={user} /> },
    { type: 'divider' },
    ...PATHS.flatMap((at) => screens.filter(({ path }) => path === at)).map(({ path, label, icon }) => ({
      key: path,
      label,
      icon: createElement(icon, { 'aria-hidden': true }),
    })),
    { type: 'divider' },
    {
      key: SIGN_OUT,
      label: 'Sign Out',
      danger: true,
      icon: <LogoutOutlined aria-hidden />,
      disabled: isPending,
    },
  ];
  const choose: MenuProps['onClick'] = ({ key }) => {
    if (key === SIGN_OUT) signOut();
    else void navigate(key);
  };

  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      // Whoever opened it by keyboard goes on in it.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      menu={{ items, onClick: choose }}
      // Within the header: outside of every landmark it would be no part of the page to a screen reader.
      getPopupContainer={(trigger) => trigger.parentElement ?? trigger}
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

function Who({ user: { username, role, lastLogin } }: { user: CurrentUser }) {
  return (
    <div className="account-menu-head">
      <span className="account-menu-title">My Account</span>
      <span className="account-menu-who">
        <span className="account-menu-name">{username}</span>
        <Tag className={role === 'Admin' ? 'account-menu-admin' : undefined}>{role}</Tag>
      </span>
      <span className="account-menu-last">
        {lastLogin === null ? 'This is your first sign-in' : `Last sign-in ${formatDateTime(lastLogin)}`}
      </span>
    </div>
  );
}
