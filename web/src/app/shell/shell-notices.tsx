import { DisconnectOutlined } from '@ant-design/icons';
import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { useQueryClient } from '@tanstack/react-query';
import { Alert } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
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

/** Stays dismissed in this tab until its value changes. The account screen shows the same itself. */
function AccountNotice({ storageKey, value, children }: { storageKey: string; value: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(storageKey));
  if (pathname === ACCOUNT_PATH || dismissed === value) return null;
  const dismiss = (): void => {
    sessionStorage.setItem(storageKey, value);
    setDismissed(value);
  };
  return (
    <Alert
      className="failed-sign-in-notice"
      type="warning"
      banner
      role="alert"
      title={children}
      closable={{ onClose: dismiss, 'aria-label': 'Dismiss' }}
    />
  );
}

/** ASVS 6.3.5. */
export function FailedSignInNotice({ user }: { user: CurrentUser }) {
  const { failedSinceLastLogin: failures, lastFailedLogin } = user;
  if (failures === 0) return null;
  return (
    <AccountNotice storageKey="clearwatch.failed-sign-ins-seen" value={String(lastFailedLogin)}>
      {formatQuantity(failures, 'failed sign-in attempt')} {sinceText(user)}. If that was not you,{' '}
      <Link to={ACCOUNT_PATH}>change your password</Link> and tell an admin.
    </AccountNotice>
  );
}

function sinceText({ lastLogin }: CurrentUser): string {
  if (lastLogin === null) return 'before your first sign-in';
  return `since your last sign-in on ${formatDateTime(lastLogin)}`;
}

export function AccountChangeNotice({ user: { accountChanges } }: { user: CurrentUser }) {
  const [newest, ...others] = accountChanges;
  if (newest === undefined) return null;
  return (
    <AccountNotice storageKey="clearwatch.account-changes-seen" value={newest.at}>
      {accountChangeText(newest)} on {formatDateTime(newest.at)}.{' '}
      {others.length > 0 && `${formatQuantity(others.length, 'other change')} before that. `}
      If you did not expect this, tell another admin. <Link to={ACCOUNT_PATH}>Show changes</Link>
    </AccountNotice>
  );
}
