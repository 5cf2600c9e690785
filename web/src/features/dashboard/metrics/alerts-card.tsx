import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { countUnreviewed } from '../../../api/list-unusual-activities.ts';
import { DefinitionInfo } from '../../../definitions/definition-info.tsx';
import { formatCount } from '../../../formats/count.ts';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';

/** How many alerts wait for an analyst; leads to them. */
export function AlertsCard() {
  const unreviewed = useQuery(countUnreviewed());
  return (
    <article className="panel metric-card" aria-label="Unusual Activity Alerts">
      <div className="metric-head">
        <h2>Unusual Activity Alerts</h2>
        <DefinitionInfo figure="openAlerts" />
      </div>
      <QueryStates
        query={unreviewed}
        skeleton={<SkeletonLines lines={2} height={20} />}
        failed="The alerts could not be counted."
      >
        {(count) => (
          <>
            <p className="metric-figure figures">{formatCount(count)}</p>
            <p className="metric-change">
              {count === 0 ? (
                'All alerts have been reviewed'
              ) : (
                <Link to="/fraud?tab=unreviewed">waiting for review</Link>
              )}
            </p>
          </>
        )}
      </QueryStates>
    </article>
  );
}
