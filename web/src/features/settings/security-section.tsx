import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { getCurrentUser } from '../../api/session-api.ts';
import { Panel } from '../../components/panel.tsx';

export function SecuritySection() {
  const { data: user } = useQuery(getCurrentUser());
  const isAdmin = user?.role === 'Admin';
  return (
    <Panel title="Security">
      <div className="security-text">
        <section>
          <h3>Access</h3>
          <p>
            There are two roles. Users work with alerts, members, reports and imports; admins also manage
            users, the detection policy and the institution profile, and undo imports. The server checks the
            role at every request, not only the screen.{' '}
            {isAdmin && <Link to="/user-management">User Management</Link>}
          </p>
          <p>
            The third wrong password or code in a row locks an account for 15 minutes. A session lasts seven
            days at most and, unless whoever runs the server has turned that off, ends earlier when it is left
            alone. A deactivation, a new role or a reset password acts on the next request.{' '}
            <Link to="/account">Your sign-ins and sessions</Link>
          </p>
        </section>
        <section>
          <h3>Two-factor authentication</h3>
          <p>
            Nobody gets in without a second factor: after the password an authenticator app gives a code of
            six digits, and each code is accepted once. Its secrets are encrypted in the database. Who has
            lost the device uses one of ten recovery codes, or an admin resets the second factor.
          </p>
        </section>
        <section>
          <h3>Audit log</h3>
          <p>
            Sign-ins, imports, views of members and evidence, decisions, exports and changes of settings are
            written down with who and when. Each event carries a hash of the one before, so that a change or a
            gap shows when the log is verified. {isAdmin && <Link to="/audit-log">Audit Log</Link>}
          </p>
        </section>
        <section>
          <h3>On the premises</h3>
          <p>
            Transactions, documents and reports are stored on the institution’s own server. Nothing is sent
            elsewhere unless whoever runs the server sets up a cloud reader of documents or a language model
            for reports; both are off at first, and what they send is described in the documentation.
          </p>
        </section>
      </div>
    </Panel>
  );
}
