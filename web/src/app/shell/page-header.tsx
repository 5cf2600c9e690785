import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { NotificationBell } from '../../notifications/notification-bell.tsx';
import { type Screen, screenAt } from '../screens.ts';
import { AccountMenu } from './account-menu.tsx';
import { ExportReportTool } from './export-report-tool.tsx';
import { QuickAccess } from './quick-access.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UserGuideButton } from './user-guide-button.tsx';

const NOT_FOUND: Pick<Screen, 'title' | 'titleOf' | 'subtitle'> = {
  title: '404 Page Not Found',
  subtitle: '',
};

interface PageHeaderProps {
  screens: Screen[];
  user: CurrentUser;
}

/** Title of the page left, tools right. The browser tab follows the title. */
export function PageHeader({ screens, user }: PageHeaderProps) {
  const { pathname } = useLocation();
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
        <ExportReportTool pathname={pathname} />
        <QuickAccess screens={screens} />
        <UserGuideButton />
        <ScreenBoundary>
          <NotificationBell />
        </ScreenBoundary>
        <ThemeSwitch />
        <AccountMenu screens={screens} user={user} />
      </div>
    </header>
  );
}
