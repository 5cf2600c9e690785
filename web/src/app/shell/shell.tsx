import './print.css';
import './shell.css';
import { US_TIME_ZONES } from '@clearwatch/contracts/institution';
import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NavLink } from 'react-router-dom';
import { getInstitution } from '../../api/institution-api.ts';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { ProductMark } from '../../components/product-mark.tsx';
import { useRecordVisits } from '../../lib/browser-history.ts';
import { usePrintedAt } from '../../lib/browser-state.ts';
import { prefetch } from '../../lib/code-loading.ts';
import { formatDateTime, setDisplayTimeZone } from '../../lib/date-format.ts';
import { type Screen, screensFor } from '../screens.ts';
import { FreshCodeDialog } from '../session/fresh-code-dialog.tsx';
import { IdleWarning } from '../session/idle-warning.tsx';
import { AlertOverlay, TransactionOverlay, UserGuideOverlay } from './opened-overlays.tsx';
import { PageHeader } from './page-header.tsx';
import { ScreenRoutes } from './screen-routes.tsx';
import { AccountChangeNotice, ConnectionNotice, FailedSignInNotice } from './shell-notices.tsx';

export function InstitutionName({ className }: { className: string }) {
  const { data } = useQuery(getInstitution());
  if (data === undefined || data.name === '') return null;
  return (
    <p className={className} title={data.name}>
      {data.name}
    </p>
  );
}

/** Stored so that times are right before the profile has loaded. Not personal data. */
const STORAGE_KEY = 'clearwatch.time-zone';

/** @returns a key for the screens, which must be rendered again when the time zone changes */
export function useDisplayTimeZone(): string {
  const { data } = useQuery(getInstitution());
  const zone = data === undefined ? readStoredZone() : data.displayTimeZone;
  // Must precede rendering the children.
  setDisplayTimeZone(zone);
  useEffect(() => {
    if (data !== undefined) storeZone(data.displayTimeZone);
  }, [data]);
  return zone ?? 'reader';
}

function readStoredZone(): string | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return US_TIME_ZONES.find((zone) => zone === stored) ?? null;
  } catch {
    return null;
  }
}

function storeZone(zone: string | null): void {
  try {
    if (zone === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, zone);
  } catch {
    // Without storage, times are in the user's own zone until the profile has loaded.
  }
}

function PrintHeader({ username }: { username: string }) {
  const printedAt = usePrintedAt();
  if (printedAt === null) return null;
  return (
    <header className="print-head">
      <ProductMark size={28} />
      <span className="print-head-product">
        <strong>Clearwatch</strong>
        <InstitutionName className="print-head-institution" />
      </span>
      <span className="print-head-who">
        Printed by {username}
        <br />
        {formatDateTime(printedAt.toISOString())}
      </span>
    </header>
  );
}

function Sidebar({ screens }: { screens: Screen[] }) {
  const entries = screens.filter(({ inSidebar }) => inSidebar !== false);
  return (
    <aside className="sidebar">
      <div className="sidebar-product">
        <ProductMark size={32} />
        <div className="sidebar-label">
          <strong>Clearwatch</strong>
          <span>Analytics Suite</span>
        </div>
      </div>
      <nav aria-label="Main">
        <ul>
          {entries.map(({ path, label, icon: Icon, load }) => (
            <li key={path}>
              <NavLink
                to={path}
                // A screen below another entry's path marks only its own entry.
                end={path === '/' || entries.some((other) => other.path.startsWith(`${path}/`))}
                title={label}
                onPointerEnter={() => prefetch(load)}
                onFocus={() => prefetch(load)}
              >
                <Icon aria-hidden />
                <span className="sidebar-label">{label}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <InstitutionName className="sidebar-institution sidebar-label" />
    </aside>
  );
}

export default function Shell({ user }: { user: CurrentUser }) {
  const screens = screensFor(user.role);
  useRecordVisits();
  const zone = useDisplayTimeZone();
  return (
    <LeaveGuard>
      <PrintHeader username={user.username} />
      <div className="shell">
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <Sidebar screens={screens} />
        <div className="shell-page">
          <PageHeader screens={screens} user={user} />
          <ConnectionNotice />
          <FailedSignInNotice user={user} />
          <AccountChangeNotice user={user} />
          <main id="content" className="shell-content" tabIndex={-1}>
            <ScreenRoutes key={zone} screens={screens} />
          </main>
        </div>
        <AlertOverlay key={`alert ${zone}`} />
        <TransactionOverlay key={`transaction ${zone}`} />
        <UserGuideOverlay />
        <IdleWarning />
        <FreshCodeDialog />
      </div>
    </LeaveGuard>
  );
}
