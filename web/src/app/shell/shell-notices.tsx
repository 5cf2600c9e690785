import { DisconnectOutlined } from '@ant-design/icons';
import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import {
  applyServerEvent,
  InvalidationBatcher,
  refreshAllQueries,
  refreshQueries,
  subscribeToServerEvents,
} from '../../api/server-events.ts';
import { checkSession } from '../../api/session-api.ts';
import { accountChangeText } from '../../lib/admin-action-labels.ts';
import { useOnline } from '../../lib/browser-state.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatQuantity } from '../../lib/number-format.ts';

/** The first failure may be temporary, or caused by the new session ID after a password change. */
const NOTICE_FROM_ATTEMPT = 2;

export function ConnectionNotice() {
  const client = useQueryClient();
  const [lost, setLost] = useState(false);
  const isOnline = useOnline();

  useEffect(() => {
    let hasMissedEvents = false;
    const batcher = new InvalidationBatcher((keys) => void refreshQueries(client, keys));
    const catchUp = async (): Promise<void> => {
      // Another tab may have signed in a different user.
      await checkSession(client);
      await refreshAllQueries(client);
    };
    const unsubscribe = subscribeToServerEvents({
      onEvent: (event) => void applyServerEvent(client, event, (keys) => batcher.add(keys)),
      onOpen: () => {
        setLost(false);
        if (hasMissedEvents) void catchUp();
        hasMissedEvents = false;
      },
      onBroken: (attempt) => {
        hasMissedEvents = true;
        if (attempt < NOTICE_FROM_ATTEMPT) return;
        setLost(true);
        // The server ends the stream when the session ends.
        void checkSession(client);
      },
    });
    return () => {
      unsubscribe();
      batcher.stop();
    };
  }, [client]);

  return (
    <output className="connection-notice-place">
      {(lost || !isOnline) && (
        <span className="connection-notice">
          <DisconnectOutlined aria-hidden />{' '}
          {isOnline
            ? 'Live updates are interrupted. Figures may be out of date. Reconnecting...'
            : 'This computer is offline. Figures may be out of date, and you cannot save. Your text is kept, and Clearwatch reconnects automatically.'}
        </span>
      )}
    </output>
  );
}

const ACCOUNT_PATH = '/account';
const DISMISSED_KEY = 'clearwatch.failed-sign-ins-seen';

/** ASVS 6.3.5. The account screen shows this itself. */
export function FailedSignInNotice({ user }: { user: CurrentUser }) {
  const { failedSinceLastLogin: failures, lastFailedLogin } = user;
  const { pathname } = useLocation();
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(DISMISSED_KEY));

  if (failures === 0 || pathname === ACCOUNT_PATH || dismissed === String(lastFailedLogin)) return null;
  const dismiss = (): void => {
    sessionStorage.setItem(DISMISSED_KEY, String(lastFailedLogin));
    setDismissed(String(lastFailedLogin));
  };
  return (
    <Alert
      className="failed-sign-in-notice"
      type="warning"
      banner
      role="alert"
      title={
        <>
          {formatQuantity(failures, 'failed sign-in attempt')} {sinceText(user)}. If that was not you,{' '}
          <Link to={ACCOUNT_PATH}>change your password</Link> and tell an admin.
        </>
      }
      closable={{ onClose: dismiss, 'aria-label': 'Dismiss' }}
    />
  );
}

function sinceText({ lastLogin }: CurrentUser): string {
  if (lastLogin === null) return 'before your first sign-in';
  return `since your last sign-in on ${formatDateTime(lastLogin)}`;
}

const CHANGES_SEEN_KEY = 'clearwatch.account-changes-seen';

/** The account screen lists the changes itself. */
export function AccountChangeNotice({ user: { accountChanges } }: { user: CurrentUser }) {
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
