import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { Alert } from 'antd';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { accountChangeText } from '../../lib/admin-action-labels.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatQuantity } from '../../lib/number-format.ts';
import { ACCOUNT_PATH } from './shell-notices.tsx';

const CHANGES_SEEN_KEY = 'clearwatch.account-changes-seen';

/** The account screen lists the changes itself. */
export default function AccountChangeNotice({ user: { accountChanges } }: { user: CurrentUser }) {
  const { pathname } = useLocation();
  const [seen, setSeen] = useState(() => sessionStorage.getItem(CHANGES_SEEN_KEY));
  const [newest, ...others] = accountChanges;
  if (newest === undefined || pathname === ACCOUNT_PATH || seen === newest.at) return null;
  const dismiss = (): void => {
    sessionStorage.setItem(CHANGES_SEEN_KEY, newest.at);
    setSeen(newest.at);
  };
  return (
    <Alert
      className="failed-sign-in-notice"
      type="warning"
      banner
      role="alert"
      title={
        <>
          {accountChangeText(newest)} on {formatDateTime(newest.at)}.{' '}
          {others.length > 0 && `${formatQuantity(others.length, 'other change')} before that. `}
          If you did not expect this, tell another admin. <Link to={ACCOUNT_PATH}>Show changes</Link>
        </>
      }
      closable={{ onClose: dismiss, 'aria-label': 'Dismiss' }}
    />
  );
}
