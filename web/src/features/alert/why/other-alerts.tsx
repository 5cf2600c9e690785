import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useAlertAddress } from '../../../alert-link/use-opened-alert.ts';
import { getAlertSurroundings } from '../../../api/get-alert-surroundings.ts';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { OUTCOME_WORDS } from '../../../review/outcome-words.ts';
import { RiskBadge } from '../../../risk/risk-badge.tsx';

/** What else was found about the same member, and what became of it. */
export function OtherAlerts({ activityId }: { activityId: number }) {
  const surroundings = useQuery(getAlertSurroundings(activityId));
  return (
    <section aria-label="Other alerts of the member">
      <h3>Other alerts of the member</h3>
      <QueryStates
        query={surroundings}
        skeleton={<SkeletonLines lines={2} height={40} />}
        failed="Other alerts could not be loaded."
      >
        {({ otherAlerts }) =>
          otherAlerts.length === 0 ? (
            <p className="quiet">There are none.</p>
          ) : (
            <ul className="evidence-others">
              {otherAlerts.map((alert) => (
                <OtherAlert key={alert.id} alert={alert} />
              ))}
            </ul>
          )
        }
      </QueryStates>
    </section>
  );
}

function OtherAlert({ alert }: { alert: UnusualActivity }) {
  const { id, activityType, riskLevel, amount, activityDate, reviewed, reviewOutcome } = alert;
  const state = reviewOutcome === null ? 'Reviewed' : OUTCOME_WORDS[reviewOutcome];
  return (
    <li>
      <span className="evidence-other-name">
        <Link to={useAlertAddress(id)}>{activityLabel(activityType)}</Link>
        <RiskBadge level={riskLevel} />
      </span>
      <span className="quiet figures">
        {formatDay(activityDate)} · {formatMoney(amount)} · {reviewed ? state : 'Open'}
      </span>
    </li>
  );
}
