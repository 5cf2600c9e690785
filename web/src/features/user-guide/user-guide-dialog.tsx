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
          you in once without the phone. After three failed attempts an account is locked for 15 minutes. A
          session lasts 7 days at most.
        </p>
        <h3>Importing data</h3>
        <p>
          Data Import takes JSON files in the two shapes described there. Every row is checked; rows that do
          not fit are listed with line, field and reason, the others are stored. Repeats of rows already
          stored are recognised and skipped, so importing a file twice changes nothing. Long imports go on if
          you leave the page.
        </p>
        <h3>Dashboard</h3>
        <p>
          All periods end on the newest posting date in the ledger; the line “As of” says which day that is.
          Cards compare the last 30 days with the 30 days before. The trend chart shows credits and debits per
          week; Table shows the same figures to the cent.
        </p>
        <h3>Unusual activity</h3>
        <p>
          After every import the detection rules look at the members concerned. Evidence shows why an alert
          was raised: the figures against the thresholds, the entries with the line of the file they came
          from, the member’s normal, what would have kept the rule silent, and the regulation it follows.
          Review marks an alert as seen; in the evidence you can also record an outcome and a note. A review
          cannot be taken back.
        </p>
      </div>
    </Modal>
  );
}
