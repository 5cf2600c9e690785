import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { Alert } from 'antd';
import { formatCount } from '../../formats/count.ts';
import { formatDateTime } from '../../formats/dates.ts';
import { Panel } from '../../panels/panel.tsx';

/** What happened with this account before the present session: whoever is attacked sees it here first. */
export function SignInsPanel({ user }: { user: CurrentUser }) {
  const { lastLogin, failedSinceLastLogin: failures, lastFailedLogin } = user;
  return (
    <Panel title="Sign-ins">
      <dl className="account-facts figures">
        <dt>Last sign-in before this one</dt>
        <dd>{lastLogin === null ? 'None: this is your first' : formatDateTime(lastLogin)}</dd>
        <dt>Failed attempts since then</dt>
        <dd>{formatCount(failures)}</dd>
        {lastFailedLogin !== null && (
          <>
            <dt>Latest failed attempt</dt>
            <dd>{formatDateTime(lastFailedLogin)}</dd>
          </>
        )}
      </dl>
      {failures > 0 && (
        <Alert
          className="account-advice"
          type="warning"
          showIcon
          role="note"
          title="If that was not you, change your password and tell an admin."
        />
      )}
    </Panel>
  );
}
