import { CheckOutlined } from '@ant-design/icons';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { countUnreviewedAlerts, listAlerts } from '../../api/alerts-api.ts';
import { isReviewConflict, useReviewAlert } from '../../components/alerts/alert-review.ts';
import { Panel, PanelEmpty, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { ChangeBadge, RiskBadge } from '../../components/risk-badges.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { alertName } from '../../lib/alert-labels.ts';
import { formatDay } from '../../lib/date-format.ts';
import { focusRestorerFor } from '../../lib/keyboard-focus.ts';
import { formatCount, formatMoney } from '../../lib/number-format.ts';
import { useListedAlerts, useOpenedAlert } from '../../lib/opened-alert.ts';
import { memberPath } from '../../lib/page-paths.ts';

function ReviewAction({ activity }: { activity: UnusualActivity }) {
  const review = useReviewAlert({
    done: {
      title: 'Activity Reviewed',
      description: 'Activity has been marked as reviewed successfully.',
    },
    failed: (error) => ({
      title: 'Error',
      description: isReviewConflict(error) ? error.detail : 'Failed to mark activity as reviewed. Please try again.',
    }),
  });
  if (activity.reviewed && !review.isPending) {
    return (
      <span className="activity-reviewed">
        <CheckOutlined aria-hidden /> Reviewed
      </span>
    );
  }
  const verb = review.isPending ? 'Reviewing...' : 'Review';
  return (
    <Button
      size="small"
      aria-label={`${verb} ${alertName(activity)}`}
      disabled={review.isPending}
      onClick={(event) => {
        event.stopPropagation();
        const restoreFocus = focusRestorerFor(event.currentTarget, 'tr');
        void review.mutateAsync({ id: activity.id }).then(restoreFocus, restoreFocus);
      }}
    >
      {verb}
    </Button>
  );
}

function activityColumns(open: (id: number) => void): Column<UnusualActivity>[] {
  return [
    { title: 'Member', cell: (activity) => <MemberName activity={activity} /> },
    {
      title: 'Activity Type',
      cell: (activity) => (
        <span className="activity-type">
          {activityLabel(activity.activityType)}
          <span className="quiet">{formatDay(activity.activityDate)}</span>
        </span>
      ),
    },
    { title: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true },
    {
      title: 'Change',
      cell: ({ percentageChange }) => <ChangeBadge percent={percentageChange} />,
      numeric: true,
    },
    { title: 'Risk Level', cell: ({ riskLevel }) => <RiskBadge level={riskLevel} /> },
    {
      title: 'Action',
      cell: (activity) => (
        <span className="activity-actions">
          <ReviewAction activity={activity} />
          <Button
            type="link"
            size="small"
            aria-label={`Evidence for ${alertName(activity)}`}
            onClick={(event) => {
              // A click on the row opens the same drawer.
              event.stopPropagation();
              open(activity.id);
            }}
          >
            Evidence
          </Button>
        </span>
      ),
    },
  ];
}

function MemberName({ activity }: { activity: UnusualActivity }) {
  const { memberId, memberName, firstName, lastName } = activity;
  if (memberId === null) return <strong>{memberName}</strong>;
  return (
    <Link
      className="activity-member"
      to={memberPath({ id: memberId, firstName, lastName })}
      // A click on the row opens the evidence.
      onClick={(event) => event.stopPropagation()}
    >
      {memberName}
    </Link>
  );
}

/** Spec section 9: 20 at most. */
const FIRST_PAGE = { page: 1, pageSize: 20 };

export function UnusualActivityPanel() {
  const activities = useQuery(listAlerts(FIRST_PAGE));
  const { data: high = 0 } = useQuery(countUnreviewedAlerts('high'));
  const { data: medium = 0 } = useQuery(countUnreviewedAlerts('medium'));
  const { open } = useOpenedAlert();
  useListedAlerts(activities.data?.items.slice(0, FIRST_PAGE.pageSize) ?? []);
  return (
    <Panel
      id="unusual-activity"
      title="Unusual Activity Detection"
      badges={
        <>
          {high > 0 && <RiskBadge level="high" label={`${formatCount(high)} High Risk`} />}
          {medium > 0 && <RiskBadge level="medium" label={`${formatCount(medium)} Medium Risk`} />}
        </>
      }
      flush
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
              <DataTable
                caption="Unusual activities"
                columns={activityColumns(open)}
                rows={items.slice(0, FIRST_PAGE.pageSize)}
                rowKey={({ id }) => id}
                onOpen={({ id }) => open(id)}
              />
              {total > FIRST_PAGE.pageSize && (
                <p className="activity-more quiet">
                  <span>
                    Showing {FIRST_PAGE.pageSize} of {formatCount(total)} alerts
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
