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
import { useOnline } from '../../lib/browser-state.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatQuantity } from '../../lib/number-format.ts';

/** The first failure is any hiccup, or the session that goes on under a new id after a change of the password. */
const NOTICE_FROM_ATTEMPT = 2;

/** Keeps the open screen up to date from the event stream, and says so while it cannot. */
export function ConnectionNotice() {
  const client = useQueryClient();
  const [lost, setLost] = useState(false);
  const isOnline = useOnline();

  useEffect(() => {
    let missed = false;
    const outdated = new InvalidationBatcher((keys) => void refreshQueries(client, keys));
    const catchUp = async (): Promise<void> => {
      // The stream also comes back in the name of whoever another tab has signed in.
      await checkSession(client);
      await refreshAllQueries(client);
    };
    const hangUp = subscribeToServerEvents({
      onEvent: (event) => void applyServerEvent(client, event, (keys) => outdated.add(keys)),
      onOpen: () => {
        setLost(false);
        if (missed) void catchUp();
        missed = false;
      },
      onBroken: (attempt) => {
        missed = true;
        if (attempt < NOTICE_FROM_ATTEMPT) return;
        setLost(true);
        // The server ends the stream with the session; a stream that does not come back at once may mean that.
        void checkSession(client);
      },
    });
    return () => {
      hangUp();
      outdated.stop();
    };
  }, [client]);

  return (
    <output className="connection-notice-place">
      {(lost || !isOnline) && (
        <span className="connection-notice">
          <DisconnectOutlined aria-hidden />{' '}
          {isOnline
            ? 'Live updates are interrupted. Figures may be out of date; reconnecting by itself.'
            : 'This computer is offline. Figures may be out of date, and nothing can be saved; what you write is kept. It goes on by itself when the connection is back.'}
        </span>
      )}
    </output>
  );
}

const ACCOUNT_PATH = '/account';
/** Which attempts this tab has been told to say no more about: the time of the latest, nothing personal. */
const DISMISSED_KEY = 'clearwatch.failed-sign-ins-seen';

/** Above the first screen after signing in, until it is dismissed (ASVS 6.3.5). The account screen says it itself. */
export function FailedSignInNotice({ user }: { user: CurrentUser }) {
  const { failedSinceLastLogin: failures, lastFailedLogin } = user;
  const { pathname } = useLocation();
  const [seen, setSeen] = useState(() => sessionStorage.getItem(DISMISSED_KEY));

  if (failures === 0 || pathname === ACCOUNT_PATH || seen === String(lastFailedLogin)) return null;
  const dismiss = (): void => {
    sessionStorage.setItem(DISMISSED_KEY, String(lastFailedLogin));
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
          {formatQuantity(failures, 'failed sign-in attempt')} {sinceText(user)}. If that was not you,{' '}
          <Link to={ACCOUNT_PATH}>change your password</Link> and tell an admin.
        </>
      }
      closable={{ onClose: dismiss, 'aria-label': 'Dismiss' }}
    />
  );
}

function sinceText({ lastLogin }: CurrentUser): string {
  if (lastLogin === null) return 'before this first sign-in';
  return `since your last sign-in on ${formatDateTime(lastLogin)}`;
}
