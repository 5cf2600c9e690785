import { CheckCircleFilled } from '@ant-design/icons';
import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { Panel } from '../../panels/panel.tsx';

/** Nobody gets here without a second factor; what is asked here is what to do without the phone. */
export function TwoFactorPanel({ user }: { user: CurrentUser }) {
  return (
    <Panel title="Two-factor authentication" className="account-two-factor">
      <p>
        {user.twoFactorEnabled ? (
          <>
            <CheckCircleFilled className="account-good" aria-hidden /> Enabled: signing in takes your password
            and a code from your authenticator app.
          </>
        ) : (
          'Not set up.'
        )}
      </p>
      <h3>When the phone is lost or new</h3>
      <ol className="account-steps">
        <li>
          Sign in with one of the ten recovery codes you saved: choose “Use a recovery code” where the code is
          asked. Each works once.
        </li>
        <li>
          Ask an admin to reset your two-factor authentication. All your sessions end; at the next sign-in you
          connect the new phone and get ten new recovery codes.
        </li>
        <li>No recovery code left? The admin’s reset is enough.</li>
      </ol>
    </Panel>
  );
}
