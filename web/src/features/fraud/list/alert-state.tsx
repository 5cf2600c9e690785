import { CheckOutlined, ClockCircleOutlined, UserOutlined } from '@ant-design/icons';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { useNow } from '../../../clock/use-now.ts';
import { formatDateTime, formatDay } from '../../../formats/dates.ts';
import { OUTCOME_WORDS } from '../../../review/outcome-words.ts';

/** What has been done with an alert: by whom it is worked on or was decided, and what is due because of it. */
export function AlertState({ alert }: { alert: UnusualActivity }) {
  const { reviewed, reviewOutcome, reviewedBy, reviewedAt, sarDueOn } = alert;
  if (!reviewed) return <Assigned alert={alert} />;
  return (
    <span className="alert-state">
      <span
        className="alert-state-reviewed"
        title={reviewedAt === null ? undefined : formatDateTime(reviewedAt)}
      >
        <CheckOutlined aria-hidden /> Reviewed
      </span>
      <span className="quiet">
        {reviewOutcome !== null && OUTCOME_WORDS[reviewOutcome]}
        {reviewOutcome !== null && reviewedBy !== null && ' · '}
        {reviewedBy}
      </span>
      {sarDueOn !== null && (
        <span className="alert-state-due">
          <ClockCircleOutlined aria-hidden /> Report due {formatDay(sarDueOn)}
        </span>
      )}
    </span>
  );
}

/** Who has taken it on, and whether he works on it now: then nobody else can decide it. */
function Assigned({ alert: { assignee, lockedUntil } }: { alert: UnusualActivity }) {
  const now = useNow();
  if (assignee === null) return null;
  const isWorkedOn = lockedUntil !== null && Date.parse(lockedUntil) > now;
  return (
    <span className="alert-state quiet">
      <UserOutlined aria-hidden /> {isWorkedOn ? `${assignee} is working on it` : `Assigned to ${assignee}`}
    </span>
  );
}
