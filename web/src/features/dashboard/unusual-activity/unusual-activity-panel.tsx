import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useListedAlerts } from '../../../alert-link/listed-alerts.ts';
import { useOpenedAlert } from '../../../alert-link/use-opened-alert.ts';
import { countUnreviewed, listUnusualActivities } from '../../../api/list-unusual-activities.ts';
import { formatCount } from '../../../formats/count.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { RiskBadge } from '../../../risk/risk-badge.tsx';
import { UnusualActivityTable } from './unusual-activity-table.tsx';
import './unusual-activity.css';

/** Spec section 9: the table shows 20 at most. */
const FIRST = { page: 1, pageSize: 20 };

export function UnusualActivityPanel() {
  const activities = useQuery(listUnusualActivities(FIRST));
  const { open } = useOpenedAlert();
  useListedAlerts(activities.data?.items.slice(0, FIRST.pageSize) ?? []);
  return (
    <Panel
      id="unusual-activity"
      title="Unusual Activity Detection"
      badges={<UnreviewedBadges />}
      className="panel-body-flush"
    >
      <QueryStates
        query={activities}
        skeleton={
          <div className="activity-skeleton">
            <SkeletonLines lines={5} height={32} />
          </div>
        }
        failed="The unusual activities could not be loaded."
      >
        {({ items, total }) =>
          items.length === 0 ? (
            <PanelEmpty text="No unusual activities detected. System is monitoring transactions automatically." />
          ) : (
            <>
              <UnusualActivityTable
                activities={items.slice(0, FIRST.pageSize)}
                onOpen={({ id }) => open(id)}
              />
              {total > FIRST.pageSize && (
                <p className="activity-more quiet">
                  <span>
                    Showing {FIRST.pageSize} of {formatCount(total)} alerts
                  </span>{' '}
                  <Link to="/fraud">See all</Link>
                </p>
              )}
            </>
          )
        }
      </QueryStates>
    </Panel>
  );
}

/** Each badge stands only when there is something to count; while unknown it is simply not there. */
function UnreviewedBadges() {
  const { data: high = 0 } = useQuery(countUnreviewed('high'));
  const { data: medium = 0 } = useQuery(countUnreviewed('medium'));
  return (
    <>
      {high > 0 && <RiskBadge level="high" label={`${formatCount(high)} High Risk`} />}
      {medium > 0 && <RiskBadge level="medium" label={`${formatCount(medium)} Medium Risk`} />}
    </>
  );
}
