import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { useNotedSteps } from '../../addresses/use-noted-steps.ts';
import { useDisplayTimeZone } from '../../institution-name/use-display-time-zone.ts';
import { LeaveGuard } from '../../leaving/leave-guard.tsx';
import { PrintHead } from '../../printing/print-head.tsx';
import { IdleWarning } from '../../session/idle-warning.tsx';
import { screensFor } from '../screens.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { FailedSignInNotice } from './failed-sign-in-notice.tsx';
import { OpenedAlert } from './opened-alert.tsx';
import { OpenedGuide } from './opened-guide.tsx';
import { OpenedTransaction } from './opened-transaction.tsx';
import { PageHeader } from './page-header.tsx';
import { ScreenRoutes } from './screen-routes.tsx';
import { Sidebar } from './sidebar.tsx';
import './shell.css';

/** The frame around every screen of a signed-in user. */
export default function Shell({ user }: { user: CurrentUser }) {
  const screens = screensFor(user.role);
  useNotedSteps();
  const zone = useDisplayTimeZone();
  return (
    <LeaveGuard>
      <PrintHead username={user.username} />
      <div className="shell">
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <Sidebar screens={screens} />
        <div className="shell-page">
          <PageHeader screens={screens} user={user} />
          <ConnectionNotice />
          <FailedSignInNotice user={user} />
          <main id="content" className="shell-content" tabIndex={-1}>
            <ScreenRoutes key={zone} screens={screens} />
          </main>
        </div>
        <OpenedAlert key={`alert ${zone}`} />
        <OpenedTransaction key={`transaction ${zone}`} />
        <OpenedGuide />
        <IdleWarning />
      </div>
    </LeaveGuard>
  );
}
