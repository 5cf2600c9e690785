import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { countUnreviewed, listUnusualActivities } from '../../../api/list-unusual-activities.ts';
import { formatCount } from '../../../formats/count.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { RiskBadge } from '../../../risk/risk-badge.tsx';
import { UnusualActivityTable } from './unusual-activity-table.tsx';
import './unusual-activity.css';

/** Fetched when the first alert is opened. */
const EvidenceDrawer = lazy(() => import('../evidence/evidence-drawer.tsx'));

/** Spec section 9: the table shows 20 at most. */
const FIRST = { page: 1, pageSize: 20 };

export function UnusualActivityPanel() {
  const activities = useQuery(listUnusualActivities(FIRST));
  const [openId, setOpenId] = useState<number | null>(null);
  const [everOpened, setEverOpened] = useState(false);
  const openedFrom = useRef<Element | null>(null);
  const open = (id: number): void => {
    openedFrom.current = document.activeElement;
    setEverOpened(true);
    setOpenId(id);
  };
  const close = (): void => {
    setOpenId(null);
    // antd gives the focus back only from a drawer that had opened all the way. A moment later it has let go.
    setTimeout(() => focusAgain(openedFrom.current));
  };
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
                  Showing {FIRST.pageSize} of {formatCount(total)} alerts
                </p>
              )}
            </>
          )
        }
      </QueryStates>
      {everOpened && (
        <Suspense fallback={null}>
          <EvidenceDrawer activityId={openId} onClose={close} />
        </Suspense>
      )}
    </Panel>
  );
}

/** Whoever works by keyboard goes on where the drawer was opened, if that is still there. */
function focusAgain(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus();
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
