import { Modal } from 'antd';
import './user-guide.css';

interface UserGuideDialogProps {
  open: boolean;
  onClose: () => void;
}

/** What the application does today, in the words of its screens. */
export default function UserGuideDialog({ open, onClose }: UserGuideDialogProps) {
  return (
    <Modal title="User Guide" open={open} onCancel={onClose} footer={null} width={720}>
      <div className="user-guide">
        <h3>Signing in</h3>
        <p>
          Every user signs in with a password and a 6-digit code from an authenticator app. At the first
          sign-in you choose your own password and connect the app. Keep the ten recovery codes: each signs
          you in once without the phone. After three failed attempts an account is locked for 15 minutes.
        </p>
        <p>
          A session lasts 7 days at most, and ends without activity after the time your institution has set,
          usually 60 minutes. A warning lets you stay. After signing in again you are back on the same page.
        </p>
        <h3>Your account</h3>
        <p>
          Account & Security, in the menu under your name, shows your last sign-in and the failed attempts
          since. There you change your password, which ends your sessions everywhere else, and see and end the
          sessions of other browsers. It also says what to do when the phone is lost.
        </p>
        <h3>Importing data</h3>
        <p>
          Data Import takes NACHA files, CSV tables and JSON files in the two shapes described there, several
          at once and packed with gzip as well. Of a table it asks once what its columns mean. Every row is
          checked; rows that do not fit are listed with line, field and reason, the others are stored. Repeats
          of rows already stored are recognised and skipped, so importing a file twice changes nothing. The
          receipt of an import says what was read, stored, skipped and rejected, and whether a NACHA file
          agrees with its own control totals. Long imports go on if you leave the page. An admin can undo an
          import: what only its file brought leaves the ledger, the figures and the open alerts.
        </p>
        <h3>Dashboard</h3>
        <p>
          All periods end on the newest posting date in the ledger; the line “As of” says which day that is.
          Cards compare the last 30 days with the 30 days before. The trend chart shows credits and debits per
          week; Table shows the same figures to the cent.
        </p>
        <h3>Members and companies</h3>
        <p>
          Customer Analysis and Company Analysis list every account and every company that pays or collects.
          Search, filters, order and page stand in the address: send it to a colleague, and he sees the same.
          The icon beside a figure says what it means and how it is computed. Accounts that bear the same name
          are never put together, because two people may bear it; the page of a member lists them as related.
          That page also shows who pays in and who collects, how the last 30 days compare with the member’s
          own usual month and with the others, its alerts, the files it came in and its last transactions. The
          page of a company shows why it is risky and holds its returned debits against Nacha’s limits.
        </p>
        <h3>Unusual activity</h3>
        <p>
          After every import the detection rules look at the members concerned. Evidence shows why an alert
          was raised: the figures against the thresholds, the entries with the line of the file they came
          from, the member’s normal, what would have kept the rule silent, and the regulation it follows.
          Review marks an alert as seen; in the evidence you can also record an outcome and a note.
        </p>
        <p>
          Fraud Detection holds all alerts: by risk, state and category, searched and filtered, in the order
          in which they should be worked. Take next gives you the alert to look at and keeps it from the
          others meanwhile. Several alerts can be chosen and given one outcome and note. Run Full Analysis
          looks at every member again; it goes on if you leave, and finds nothing twice. Show Details says
          what each category looks for and on whose word; below the list stands how often each rule was wrong.
        </p>
        <h3>Reports</h3>
        <p>
          Reports finds transactions by any of their fields. Fill in the filters and press Apply Filters; the
          chips above the results show what applies, and each can be removed. The table shows the newest 100;
          Export CSV gives all of them and goes on if you leave the page. The address holds the filters, so it
          can be sent to a colleague; Save filters keeps them under a name, for you or for everybody.
        </p>
        <p>
          AI Reports are written from the figures of the ledger, by rules or by the language model that your
          institution has set up. Point at an underlined figure to see what it is and where it comes from. A
          figure that is bound to nothing computed is marked, and the report says so at its top: check it
          before you use it. Reports are kept for two years.
        </p>
        <h3>Users (admins)</h3>
        <p>
          User Management adds users, activates and deactivates them, changes roles, lifts locks, resets
          passwords, ends sessions and deletes. Resetting a password leaves the second factor as it is;
          resetting two-factor is an action of its own, for when the phone is gone. What takes rights away
          acts at the user’s next step. Nobody can take his own rights, and the last active admin stays.
        </p>
        <h3>Audit log (admins)</h3>
        <p>
          Sign-ins, changes to users, imports, reviews and looks at evidence are written down: who did what to
          what, when and from where. Entries cannot be changed. Verify walks through all of them and says that
          the log is intact, or where it breaks. Export gives what the filters show as CSV. All times and days
          there are UTC.
        </p>
      </div>
    </Modal>
  );
}
