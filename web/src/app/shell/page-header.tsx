import {
  DownOutlined,
  LogoutOutlined,
  MoonOutlined,
  QuestionCircleOutlined,
  SunOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { Button, Dropdown, type MenuProps, Tag } from 'antd';
import { createElement, Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSignOut } from '../../components/leave-guard.tsx';
import { useThemeMode } from '../../components/theme-provider.tsx';
import { lazyComponent } from '../../lib/code-loading.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { NotificationBell } from '../notifications/notification-bell.tsx';
import { type Screen, screenAt, useOpenGuide } from '../screens.ts';
import { QuickAccess } from './quick-access.tsx';
import { ScreenBoundary } from './screen-routes.tsx';

/** Spec section 2, in this order. */
const MENU_PATHS = ['/user-management', '/settings', '/account'];

const SIGN_OUT = 'sign-out';

function AccountMenu({ screens, user }: { screens: Screen[]; user: CurrentUser }) {
  const { signOut, isPending } = useSignOut();
  const navigate = useNavigate();
  const { username, role, lastLogin } = user;
  const head = (
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
  const items: MenuProps['items'] = [
    { key: 'who', type: 'group', label: head },
    { type: 'divider' },
    ...MENU_PATHS.flatMap((at) => screens.filter(({ path }) => path === at)).map(({ path, label, icon }) => ({
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
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      menu={{ items, onClick: choose }}
      // Outside a landmark, screen readers would not find the menu.
      getPopupContainer={(trigger) => trigger.parentElement ?? trigger}
    >
      <Button
        type="text"
        icon={<UserOutlined aria-hidden />}
        aria-label={`My Account: ${username}`}
        aria-haspopup="menu"
      >
        <span className="account-button-name">{username}</span>
        <DownOutlined className="account-button-arrow" aria-hidden />
      </Button>
    </Dropdown>
  );
}

const ExportReportButton = lazyComponent(() => import('../../features/reports/export-report-button.tsx'));

/** Spec section 2. */
function ThemeSwitch() {
  const { mode, toggle } = useThemeMode();
  const label = mode === 'light' ? 'Switch to the dark theme' : 'Switch to the light theme';
  return (
    <Button
      type="text"
      icon={mode === 'light' ? <MoonOutlined aria-hidden /> : <SunOutlined aria-hidden />}
      aria-label={label}
      title={label}
      onClick={toggle}
    />
  );
}

const NOT_FOUND: Pick<Screen, 'title' | 'titleOf' | 'subtitle'> = {
  title: '404 Page Not Found',
  subtitle: '',
};

export function PageHeader({ screens, user }: { screens: Screen[]; user: CurrentUser }) {
  const { pathname } = useLocation();
  const openGuide = useOpenGuide();
  const { title: general, titleOf, subtitle } = screenAt(screens, pathname) ?? NOT_FOUND;
  const title = titleOf?.(pathname) ?? general;

  useEffect(() => {
    document.title = `${title} · Clearwatch`;
  }, [title]);

  return (
    <header className="page-header">
      <div className="page-title">
        <h1>{title}</h1>
        {subtitle !== '' && <p>{subtitle}</p>}
      </div>
      <div className="page-tools">
        {/* Spec section 2. */}
        {pathname === '/reports' && (
          <Suspense fallback={null}>
            <ExportReportButton />
          </Suspense>
        )}
        <QuickAccess screens={screens} />
        <Button type="text" icon={<QuestionCircleOutlined aria-hidden />} onClick={openGuide}>
          User Guide
        </Button>
        <ScreenBoundary>
          <NotificationBell />
        </ScreenBoundary>
        <ThemeSwitch />
        <AccountMenu screens={screens} user={user} />
      </div>
    </header>
  );
}
