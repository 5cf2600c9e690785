import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { Alert } from 'antd';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { formatCounted } from '../../formats/count.ts';
import { formatDateTime } from '../../formats/dates.ts';

const ACCOUNT_PATH = '/account';
/** Which attempts this tab has been told to say no more about: the time of the latest, nothing personal. */
const SEEN_KEY = 'clearwatch.failed-sign-ins-seen';

/** Above the first screen after signing in, until it is dismissed (ASVS 6.3.5). The account screen says it itself. */
export function FailedSignInNotice({ user }: { user: CurrentUser }) {
  const { failedSinceLastLogin: failures, lastFailedLogin } = user;
  const { pathname } = useLocation();
  const [seen, setSeen] = useState(() => sessionStorage.getItem(SEEN_KEY));

  if (failures === 0 || pathname === ACCOUNT_PATH || seen === String(lastFailedLogin)) return null;
  const dismiss = (): void => {
    sessionStorage.setItem(SEEN_KEY, String(lastFailedLogin));
    setSeen(String(lastFailedLogin));
  };
  return (
    <Alert
      className="failed-sign-in-notice"
      type="warning"
      banner
      role="alert"
      title={
        <>
          {formatCounted(failures, 'failed sign-in attempt')} {sinceWhen(user)}. If that was not you,{' '}
          <Link to={ACCOUNT_PATH}>change your password</Link> and tell an admin.
        </>
      }
      closable={{ onClose: dismiss, 'aria-label': 'Dismiss' }}
    />
  );
}

function sinceWhen({ lastLogin }: CurrentUser): string {
  if (lastLogin === null) return 'before this first sign-in';
  return `since your last sign-in on ${formatDateTime(lastLogin)}`;
}
